import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webhookEventNames } from '@parlance/contract'
import { ALL_EVENTS, withEvents } from '../events.ts'

test('Every event can be chosen once, but for the test that is sent to whoever asks for it', () => {
  const offered = webhookEventNames.filter((event) => event !== 'webhook.test')
  assert.deepEqual(ALL_EVENTS.toSorted(), offered.toSorted())
})

test('Events stand in the order in which they are offered, and one that is not offered stays', () => {
  const events = withEvents(['webhook.test', 'key.deleted'], ['key.created'], true)
  assert.deepEqual(events, ['key.created', 'key.deleted', 'webhook.test'])
  assert.deepEqual(withEvents(events, ALL_EVENTS, false), ['webhook.test'])
})
