import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeBack } from '../../../../api/take-back.ts'
import { groupFailures, partsOf, runSteps, type Step, stepsOf, together } from '../batch.ts'

const answer = (processed: number, fromId: number) => ({
  processed,
  errors: [],
  changes: { fromId, toId: fromId + processed - 1 },
})
const guide = { isStopped: () => false, onProgress: () => {}, tryAgain: async () => false }

test('Keys go in parts, for each language all of them', async () => {
  assert.deepEqual(partsOf([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]])
  assert.deepEqual(partsOf([]), [])
  const sent: [number, string][] = []
  const keyIds = Array.from({ length: 10_001 }, (_, index) => index + 1)
  const steps = stepsOf(keyIds, ['de', 'fr'], async (part, locale) => {
    sent.push([part.length, locale])
    return answer(part.length, 1)
  })
  const outcome = await runSteps(steps, guide)
  assert.deepEqual(sent, [
    [10_000, 'de'],
    [1, 'de'],
    [10_000, 'fr'],
    [1, 'fr'],
  ])
  assert.equal(outcome.done, 20_002)
  assert.equal(outcome.ranges.length, 4)
})

test('What failed is told, and how far it is', async () => {
  const failure = { keyId: 3, key: 'c', message: 'No value in this locale' }
  const steps: Step[] = [
    { size: 2, send: async () => answer(2, 1) },
    { size: 3, send: async () => ({ processed: 2, errors: [failure], changes: null }) },
  ]
  const told: number[] = []
  const outcome = await runSteps(steps, { ...guide, onProgress: (done) => told.push(done) })
  assert.deepEqual(outcome, { done: 4, failures: [failure], ranges: [{ fromId: 1, toId: 2 }], rest: [] })
  assert.deepEqual(told, [2, 5])
})

test('Stopped, the rest is kept and can go on', async () => {
  let isStopped = false
  const steps: Step[] = [1, 2, 3].map((number) => ({
    size: 1,
    send: async () => {
      isStopped = number === 2
      return answer(1, number)
    },
  }))
  const before = await runSteps(steps, { ...guide, isStopped: () => isStopped })
  assert.deepEqual([before.done, before.rest.length], [2, 1])
  isStopped = false
  const after = together(before, await runSteps(before.rest, guide))
  assert.deepEqual([after.done, after.rest.length, after.ranges.length], [3, 0, 3])
})

test('What may pass is tried again; what does not, ends it, and what was done counts', async () => {
  let sent = 0
  const steps: Step[] = [
    { size: 1, send: async () => answer(1, 1) },
    {
      size: 1,
      send: async () => {
        sent++
        throw new Error('busy')
      },
    },
    { size: 1, send: async () => answer(1, 2) },
  ]
  const outcome = await runSteps(steps, { ...guide, tryAgain: async (_, attempt) => attempt < 2 })
  assert.equal(sent, 3)
  assert.deepEqual([outcome.done, outcome.rest.length, String(outcome.error)], [1, 2, 'Error: busy'])
})

test('Failures stand together by their reason, each key once', () => {
  const failures = [
    { keyId: 1, key: 'a', message: 'The value has an open error' },
    { keyId: 2, key: 'b', message: 'No value in this locale' },
    { keyId: 3, key: 'c', message: 'The value has 2 open errors' },
    { keyId: 3, key: 'c', message: 'The value has 5 open errors' },
    { keyId: 4, key: null, message: 'Key not found' },
    { keyId: 5, key: 'e', message: 'Something new' },
  ]
  const groups = groupFailures(failures).map(({ reason, keyIds, names }) => ({ reason, keyIds, names }))
  assert.deepEqual(groups, [
    { reason: 'hasErrors', keyIds: [1, 3], names: ['a', 'c'] },
    { reason: 'noValue', keyIds: [2], names: ['b'] },
    { reason: 'missing', keyIds: [4], names: [] },
    { reason: 'other', keyIds: [5], names: ['e'] },
  ])
})

test('Changes are taken back from the newest on, in pieces that the service takes', async () => {
  const asked: unknown[] = []
  const skipped = { keyId: 1, key: 'a', locale: 'de', reason: 'changed_since' as const }
  const all = await takeBack(
    [
      { fromId: 1, toId: 2 },
      { fromId: 5, toId: 11 },
    ],
    async (range) => {
      asked.push([range.fromId, range.toId])
      return { reverted: range.toId - range.fromId + 1, skipped: range.fromId === 1 ? [skipped] : [] }
    },
    3,
  )
  assert.deepEqual(asked, [
    [9, 11],
    [6, 8],
    [5, 5],
    [1, 2],
  ])
  assert.deepEqual(all, { reverted: 9, skipped: [skipped] })
})
