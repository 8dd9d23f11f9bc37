import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { WorkLoop } from '../src/work-loop.ts'
import { until } from './until.ts'

const HOUR_MS = 3_600_000

test('works when it is woken, and is not asleep to what wakes it while it works', async () => {
  let times = 0
  const first = Promise.withResolvers<void>()
  const loop = new WorkLoop(async (self) => {
    times++
    if (times === 1) await first.promise
    await self.woken(HOUR_MS)
  })
  loop.wake()
  first.resolve()
  await until('the second time', () => times === 2)
  loop.wake()
  await until('the third time', () => times === 3)
  for (let n = 0; n < 10; n++) await turn()
  assert.equal(times, 3)
  await loop.close()
})

test('works again after a while when nobody wakes it', async () => {
  let times = 0
  const loop = new WorkLoop(async (self) => {
    times++
    await self.woken(1)
  })
  await until('the third time', () => times >= 3)
  await loop.close()
})

test('ends at once when it waits, and after its work when it works', async () => {
  const waits = [(loop: WorkLoop) => loop.woken(HOUR_MS), (loop: WorkLoop) => loop.pause(HOUR_MS)]
  for (const wait of waits) {
    const loop = new WorkLoop(wait)
    await turn()
    await loop.close()
    assert.ok(loop.signal.aborted)
  }
  let isDone = false
  const work = Promise.withResolvers<void>()
  const loop = new WorkLoop(async () => {
    await work.promise
    isDone = true
  })
  const closed = loop.close()
  work.resolve()
  await closed
  assert.ok(isDone)
})
