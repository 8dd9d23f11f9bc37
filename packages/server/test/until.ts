import assert from 'node:assert/strict'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** A time that is promised on a machine of one's own, stretched where others keep it busy. */
export const onThisMachine = (milliseconds: number) =>
  milliseconds * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

/** Waits until something holds; fails when it does not in time. */
export async function until(
  what: string,
  holds: () => unknown | Promise<unknown>,
  milliseconds = 10_000,
): Promise<void> {
  const deadline = Date.now() + milliseconds
  while (!(await holds())) {
    if (Date.now() > deadline) assert.fail(`waited ${milliseconds} ms for ${what}`)
    await sleep(10)
  }
}
