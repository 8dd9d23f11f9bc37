import { ParlanceError, ParlanceNetworkError, refusalOf } from './errors.ts'

/** How the body of an answer is given to the caller; without one, as what its JSON says. */
export type AnswerKind = 'raw' | 'several' | undefined

export interface Exchange {
  fetch: typeof globalThis.fetch
  url: string
  init: { method: string; headers: Record<string, string>; body?: string }
  kind: AnswerKind
  timeoutMs: number
  signal: AbortSignal | undefined
}

/** Timers of most platforms take longer times for none at all. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** One try, from the first byte that is sent to the last that is read; a file or a stream is left to its reader. */
export async function exchange({ fetch, url, init, kind, timeoutMs, signal }: Exchange): Promise<unknown> {
  signal?.throwIfAborted()
  const hangUp = new AbortController()
  const follow = () => hangUp.abort(signal?.reason)
  signal?.addEventListener('abort', follow)
  const late = timeoutMs > LONGEST_TIMER_MS ? undefined : setTimeout(() => hangUp.abort(tooLate(timeoutMs)), timeoutMs)
  let isOpen = false
  try {
    const response = await arriving(fetch(url, { ...init, signal: hangUp.signal }), hangUp.signal)
    isOpen = response.ok && kind === 'raw'
    if (isOpen) return response
    const text = await arriving(response.text(), hangUp.signal)
    if (!response.ok) throw new ParlanceError(response, refusalOf(text))
    const answer = text === '' ? undefined : read(response, text)
    return kind === 'several' ? { status: response.status, body: answer } : answer
  } catch (error) {
    // Who breaks off knows why, and it is no fault of the network.
    throw signal?.aborted ? signal.reason : error
  } finally {
    clearTimeout(late)
    // The body of a response that is still open is broken off with it.
    if (!isOpen) signal?.removeEventListener('abort', follow)
  }
}

const tooLate = (timeoutMs: number) => new DOMException(`No answer within ${timeoutMs} ms`, 'TimeoutError')

async function arriving<T>(awaited: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await awaited
  } catch (error) {
    const cause = signal.aborted ? signal.reason : error
    throw new ParlanceNetworkError('The service did not answer, or not to the end', { cause })
  }
}

function read(response: Response, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const type = response.headers.get('content-type') ?? 'of no type'
    throw new ParlanceError(response, { message: `The answer is ${type}, not JSON` })
  }
}
