import { workedMs } from './this-machine.ts'

/** Milliseconds of the longest turn of an event loop. */
export interface Held {
  /** As somebody saw it who waited. A machine that gives the loop no processor for a while counts too. */
  clock: number
  /** For how long the loop's own thread worked: what the service is to blame for, garbage collection included. */
  work: number
}

/** Watches the event loop of this thread. What is returned ends that, and tells. */
export function watchTurns(): () => Held {
  const longest: Held = { clock: 0, work: 0 }
  let last = { clock: performance.now(), work: workedMs() }
  const timer = setInterval(() => {
    const now = { clock: performance.now(), work: workedMs() }
    longest.clock = Math.max(longest.clock, now.clock - last.clock)
    longest.work = Math.max(longest.work, now.work - last.work)
    last = now
  }, 1).unref()
  return () => {
    clearInterval(timer)
    return longest
  }
}

/** The longest turn that this thread worked through while something was done, in milliseconds. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const end = watchTurns()
  await work()
  return end().work
}
