import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { onThisMachine } from './this-machine.ts'

/** Waits until something holds; fails when it does not in time. */
export async function until(
  what: string,
  holds: () => unknown | Promise<unknown>,
  milliseconds = 10_000,
): Promise<void> {
  const began = Date.now()
  while (!(await holds())) {
    const waited = Date.now() - began
    // Looked at only when it matters: to measure how slow a machine is takes it some time.
    if (waited > milliseconds && waited > onThisMachine(milliseconds)) assert.fail(`waited ${waited} ms for ${what}`)
    await sleep(10)
  }
}
