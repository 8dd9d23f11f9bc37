import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../src/config.ts'
import { retryDelayMs } from '../src/retry-schedule.ts'

const MINUTE = 60_000
const middle = () => 0.5
const { webhookRetryDelays: standard } = readConfig({})

test('attempts 2 to 5 follow after 1, 5, 15 and 60 minutes, and there is no sixth', () => {
  const delays = [1, 2, 3, 4, 5].map((failed) => retryDelayMs(failed, standard, middle))
  assert.deepEqual(delays, [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, undefined])
})

test('an attempt made by hand is not followed by another', () => {
  for (const attempt of [6, 7, 100]) assert.equal(retryDelayMs(attempt, standard), undefined)
})

test('each delay varies by up to a tenth, both ways', () => {
  assert.equal(
    retryDelayMs(1, standard, () => 0),
    54_000,
  )
  assert.equal(
    retryDelayMs(1, standard, () => 1 - Number.EPSILON),
    66_000,
  )
  const drawn = Array.from({ length: 500 }, () => retryDelayMs(2, standard) ?? 0)
  for (const delay of drawn) assert.ok(Math.abs(delay - 5 * MINUTE) <= 0.5 * MINUTE, `${delay}`)
  assert.ok(new Set(drawn).size > 400)
})

test('the configuration sets the delays, and with them the number of attempts', () => {
  assert.equal(retryDelayMs(1, [2, 0.5], middle), 2000)
  assert.equal(retryDelayMs(2, [2, 0.5], middle), 500)
  assert.equal(retryDelayMs(3, [2, 0.5], middle), undefined)
  assert.equal(retryDelayMs(1, [], middle), undefined)
})
