import { ParlanceError, ParlanceNetworkError } from './errors.ts'
import { pause } from './pause.ts'

/** What is told before a request is tried again. */
export interface Retry {
  /** The name of the method that was called. */
  route: string
  /** 1 for the second try of a request. */
  retry: number
  inMs: number
  cause: ParlanceError | ParlanceNetworkError
}

export interface RetryOptions {
  /** How many more times a request is tried that failed in passing, where that is safe. 3 unless said; 0 for never. */
  retries?: number
  /** Called before each wait. To end the waiting, abort the signal of the request. */
  onRetry?: (retry: Retry) => void
}

interface Tried {
  route: string
  /** Whether it does no harm to have it done twice. */
  isRepeatable: boolean
  signal: AbortSignal | undefined
}

const RETRIES = 3
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 4_000
/** Of each wait, up or down: clients that were refused together do not come back together. */
const SPREAD = 0.2
/** Who is told to come back later than this is not kept waiting, but told. */
const PATIENCE_MS = 3_600_000

/** Tries again what may succeed then, as long as that cannot do the same thing twice. */
export async function withRetries<T>(
  { retries = RETRIES, onRetry }: RetryOptions,
  { route, isRepeatable, signal }: Tried,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let retry = 1; ; retry++) {
    try {
      return await attempt()
    } catch (cause) {
      if (retry > retries || !isPassing(cause, isRepeatable)) throw cause
      const inMs = waitOf(cause, retry)
      if (inMs > PATIENCE_MS) throw cause
      onRetry?.({ route, retry, inMs, cause })
      await pause(inMs, signal)
      signal?.throwIfAborted()
    }
  }
}

function isPassing(cause: unknown, isRepeatable: boolean): cause is ParlanceError | ParlanceNetworkError {
  if (cause instanceof ParlanceNetworkError) return isRepeatable
  return cause instanceof ParlanceError && cause.isRetryable && (isRepeatable || wasNotDone(cause))
}

/** These two say that nothing of the request was done; after the others nobody knows. */
const wasNotDone = ({ status }: ParlanceError) => status === 409 || status === 429

function waitOf(cause: ParlanceError | ParlanceNetworkError, retry: number): number {
  if (cause instanceof ParlanceError && cause.retryAfterMs !== undefined) return cause.retryAfterMs
  const standard = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (retry - 1))
  return standard * (1 - SPREAD + 2 * SPREAD * Math.random())
}
