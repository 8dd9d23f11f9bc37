/** Seconds before attempts 2 to 5. */
export const RETRY_DELAYS: readonly number[] = [60, 300, 900, 3600]

/** Deliveries that failed together do not come back together. */
const JITTER = 0.1

/**
 * Milliseconds from the failure of an attempt to the next one, or undefined when that was the last: attempts beyond the
 * schedule are asked for by hand, one at a time. `random` gives numbers from 0 to below 1.
 */
export function retryDelayMs(failedAttempt: number, delays = RETRY_DELAYS, random = Math.random): number | undefined {
  const seconds = delays[failedAttempt - 1]
  return seconds === undefined ? undefined : Math.round(seconds * 1000 * (1 + JITTER * (2 * random() - 1)))
}
