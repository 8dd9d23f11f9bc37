import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEvents, StreamRefusedError } from '@parlance/sdk'
import { EventSource } from 'eventsource'
import { createApiKey, createScene } from '../../../../test/factories.ts'
import { credentials, startService } from '../../../../test/harness.ts'
import { until } from '../../../../test/until.ts'
import { idsOf, keysOf, marksOf, receivedKey, streamsOf } from './reader.ts'

const DAY = 24 * 3_600_000

const service = await startService()
const streams = await streamsOf(service)
const { owner, projectId } = await createScene(service)
const params = { projectId }
const path = `/projects/${projectId}/keys/events`

const create = (key: string, fields: object = {}) =>
  service.ok(owner, 'createKey', { params, body: { key, ...fields } })

const marks = marksOf(streams, owner, path, create)
const { settled, lastId } = marks

test('by header or query, everything since the id comes once, in order, and then what happens', async () => {
  const live = await streams.open(owner, path)
  for (const key of ['one', 'two', 'three'])
    await create(key, { translations: { en: { value: key, status: 'translated' } } })
  await settled(live)
  live.close()
  const ids = idsOf(live).map(Number)
  assert.equal(ids.length, 6)
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  )
  for (const [at, id] of ids.entries()) {
    const byHeader = await streams.open(owner, path, { 'last-event-id': `${id}` })
    const byQuery = await streams.open(owner, `${path}?lastEventId=${id}`)
    const byBoth = await streams.open(owner, `${path}?lastEventId=1`, { 'last-event-id': `${id}` })
    await settled(byHeader, byQuery, byBoth)
    for (const reader of [byHeader, byQuery, byBoth]) {
      assert.deepEqual(reader.events.slice(0, ids.length - 1 - at), live.events.slice(at + 1))
      assert.deepEqual(keysOf(reader).slice(ids.length - 1 - at), marks.last(at + 2).slice(0, -1))
      reader.close()
    }
  }
})

test('a reader is not cut off for a long history of long values', async () => {
  const from = await lastId()
  const value = { value: 'x'.repeat(65_536), status: 'translated' }
  for (let n = 0; n < 50; n++) await create(`long ${n}`, { translations: { en: value, de: value, fr: value } })
  const reader = await streams.open(owner, path, { 'last-event-id': from })
  await settled(reader)
  assert.equal(reader.events.length, 200)
  assert.ok(!reader.isEnded)
  reader.close()
})

test('an id older than 24 hours, or one that never was, gets one reset and then what happens', async () => {
  const old = await lastId()
  await create('on the first day')
  service.clock.advance(DAY)
  const inTime = await streams.open(owner, path, { 'last-event-id': old })
  await receivedKey(inTime, 'on the first day')
  service.clock.advance(1)
  for (const id of [old, '999999999', '-1', 'abc', '1e3', '99999999999999999999']) {
    const reader = await streams.open(owner, path, { 'last-event-id': id })
    await settled(reader)
    assert.deepEqual(reader.events, [{ id: undefined, event: 'reset', data: { projectId } }], id)
    reader.close()
  }
})

test('the package eventsource reads, and resumes by itself where it was', async () => {
  const keys: unknown[] = []
  const source = new EventSource(`${streams.base}/v1${path}`, {
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...credentials(owner) } }),
  })
  source.addEventListener('key.created', ({ data }) => keys.push(JSON.parse(data).key))
  await new Promise((resolve) => source.addEventListener('open', resolve, { once: true }))
  await create('before')
  await until('the first key', () => keys.length === 1)
  service.app.server.closeAllConnections()
  await create('meanwhile')
  await until('the second key', () => keys.length === 2)
  await create('after')
  await until('the third key', () => keys.length === 3)
  source.close()
  assert.deepEqual(keys, ['before', 'meanwhile', 'after'])
})

test('our own reader reads the same, resumes by itself, and ends when its key does', async () => {
  const { apiKey, apiKeyId } = await createApiKey(service, owner, projectId, ['translations:read'])
  const keys: unknown[] = []
  const ended = (async () => {
    for await (const message of readEvents({ baseUrl: streams.base, apiKey, retryMs: 20 })) {
      if (message.event === 'key.created') keys.push(message.data.key)
      else keys.push(message.event)
    }
  })()
  ended.catch(() => {})
  await until('the stream', () => keys.length === 1)
  await create('our before')
  await until('the first key', () => keys.length === 2)
  service.app.server.closeAllConnections()
  await create('our meanwhile')
  await until('the second key', () => keys.length === 3)
  assert.deepEqual(keys, ['reset', 'our before', 'our meanwhile'])
  await service.ok(owner, 'deleteApiKey', { params: { projectId, apiKeyId } })
  service.app.server.closeAllConnections()
  await assert.rejects(ended, (error) => error instanceof StreamRefusedError && error.status === 401)
})
