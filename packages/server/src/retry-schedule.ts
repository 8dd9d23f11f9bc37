/** Deliveries that failed together do not come back together. */
const JITTER = 0.1

/**
 * Milliseconds from the failure of an attempt to the next one, or undefined when that was the last: attempts beyond the
 * schedule are asked for by hand, one at a time. `delays` are seconds, of attempt 2 first; `random` gives numbers from 0
 * to below 1.
 */
export function retryDelayMs(
  failedAttempt: number,
  delays: readonly number[],
  random = Math.random,
): number | undefined {
  const seconds = delays[failedAttempt - 1]
  return seconds === undefined ? undefined : Math.round(seconds * 1000 * (1 + JITTER * (2 * random() - 1)))
}
