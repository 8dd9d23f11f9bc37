import { setImmediate } from 'node:timers/promises'

/** Clearing the memory, once 26 ms, comes on top: both together stay well under 50 ms, on slow machines too. */
export const TURN_MS = 5

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

/** The same for work that stops by itself every few milliseconds. Resolves with what it comes to. */
export async function finishInTurns<T>(work: Iterator<unknown, T, void>): Promise<T> {
  let result: T | undefined
  await inTurns(() => {
    const step = work.next()
    if (step.done) result = step.value
    return !step.done
  })
  return result as T
}

/** The same for each of many things, of which one alone takes no time. */
export async function eachInTurns<T>(things: Iterable<T>, take: (thing: T) => void): Promise<void> {
  const left = things[Symbol.iterator]()
  await inTurns(() => {
    const next = left.next()
    if (!next.done) take(next.value)
    return !next.done
  })
}

/** Works through a long list in slices, and lets others go first between two of them. */
export async function inSlices<T>(
  items: readonly T[],
  size: number,
  work: (slice: readonly T[]) => Promise<void> | void,
): Promise<void> {
  for (let at = 0; at < items.length; at += size) {
    if (at > 0) await setImmediate()
    await work(items.slice(at, at + size))
  }
}
