import { setImmediate } from 'node:timers/promises'

const TURN_MS = 15

/**
 * Does long work in steps and lets others go first every few milliseconds, and before it begins: what led to it may have
 * used up a turn of its own. A step says whether there are more.
 */
export async function inTurns(step: () => boolean): Promise<void> {
  await setImmediate()
  let began = performance.now()
  while (step()) {
    if (performance.now() - began < TURN_MS) continue
    await setImmediate()
    began = performance.now()
  }
}
