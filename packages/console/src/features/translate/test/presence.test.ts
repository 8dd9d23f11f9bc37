import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ValueRef } from '../editor-context.ts'
import { createPresence } from '../presence.ts'
import { ManualTime } from './saving-world.ts'

const ref = { keyId: 1, locale: 'de' }
const other = { keyId: 2, locale: 'de' }
const anna = { userId: 7, name: 'Anna' }

test('somebody is at one place at a time, and nowhere when nothing is heard of them', async () => {
  const time = new ManualTime()
  const presence = createPresence(async () => {}, time)
  presence.hear(anna, ref)
  assert.deepEqual(presence.at(ref), [anna])
  presence.hear(anna, other)
  assert.deepEqual([presence.at(ref), presence.at(other)], [[], [anna]])
  await time.pass(29_000)
  presence.hear(anna, other)
  await time.pass(29_000)
  assert.deepEqual(presence.at(other), [anna])
  await time.pass(1_000)
  assert.deepEqual(presence.at(other), [])
})

test('others are told where this page is, as long as it is there', async () => {
  const time = new ManualTime()
  const told: (ValueRef | undefined)[] = []
  const presence = createPresence(async (place) => {
    told.push(place)
  }, time)
  presence.goTo(undefined)
  presence.goTo(ref)
  await time.pass(45_000)
  presence.goTo(undefined)
  await time.pass(60_000)
  assert.deepEqual(told, [ref, ref, ref, undefined])
})
