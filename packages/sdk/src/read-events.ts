import type { KeyStreamEvent } from '@parlance/contract'
import { refusalOf } from './errors.ts'
import { EventParser, type ServerSentEvent } from './event-parser.ts'
import { pause } from './pause.ts'
import type { StreamMessage } from './stream-message.ts'

export interface ReadEventsOptions {
  /** Where the service is, such as https://texts.example.com. */
  baseUrl: string | URL
  /** Without one, the session of the browser counts. */
  apiKey?: string
  /** Follows everything in this project; without it, the keys and values of the API key's project. */
  projectId?: number
  /** Narrows the stream of an API key. */
  events?: readonly KeyStreamEvent[]
  /** Begins after this event instead of now. */
  lastEventId?: string
  /** Ends the stream. */
  signal?: AbortSignal
  /** Called before each new try, with what ended the last one, if it was more than an end. */
  onRetry?: (retry: { inMs: number; cause: unknown }) => void
  /** The shortest wait before a new try, unless the service asks for another. */
  retryMs?: number
  /** How much longer than that a wait may become. */
  maxBackOffMs?: number
  /** A connection without a sign of life is given up after this long. The service gives one every 15 seconds. */
  silenceMs?: number
  fetch?: typeof globalThis.fetch
}

/** The service will not open this stream, however often it is asked. */
export class StreamRefusedError extends Error {
  override name = 'StreamRefusedError'
  readonly status: number
  /** As in the body of every refusal, when there is one. */
  readonly code: string | undefined

  constructor(status: number, code: string | undefined, reason: string) {
    super(`The stream was refused with ${status}: ${reason}`)
    this.status = status
    this.code = code
  }
}

const RETRY_MS = 1_000
const MAX_BACK_OFF_MS = 30_000
const SILENCE_MS = 45_000
/** Refusals that may pass: too late, too early, too many; and whatever is wrong on the side of the service. */
const isPassing = (status: number) => [408, 425, 429].includes(status) || status >= 500

/**
 * Follows a change stream: each change once, in order, over as many connections as it takes. A lost connection is
 * opened again where it broke off, after a wait that grows while nothing gets through. Ends when `signal` does; throws
 * `StreamRefusedError` when the service refuses for good.
 */
export async function* readEvents(options: ReadEventsOptions): AsyncGenerator<StreamMessage, void, undefined> {
  const { signal, onRetry, maxBackOffMs = MAX_BACK_OFF_MS } = options
  const url = urlOf(options)
  const headers = headersOf(options)
  let lastEventId = options.lastEventId ?? ''
  let retryMs = options.retryMs ?? RETRY_MS
  for (let failures = 0; !signal?.aborted; failures++) {
    const connection = new Connection(url, headersFrom(headers, lastEventId), options)
    // After a reset the old id stays: lost again before the first new one, the next connection is told to reset, too.
    const parser = new EventParser(lastEventId)
    for await (const text of connection.receive()) {
      if (text === OPENED && lastEventId === '') yield { event: 'reset' }
      if (text !== OPENED) failures = 0
      const events = parser.push(text)
      lastEventId = parser.lastEventId
      retryMs = parser.retryMs ?? retryMs
      for (const event of events) if (!isOfConnection(event)) yield messageOf(event)
    }
    if (signal?.aborted) return
    const inMs = retryMs + Math.random() * Math.min(maxBackOffMs, retryMs * 2 ** failures)
    onRetry?.({ inMs, cause: connection.failure })
    await pause(inMs, signal)
  }
}

/** What the connection says about itself. */
const isOfConnection = ({ event }: ServerSentEvent) => event === 'connected' || event === 'heartbeat'

/** Told without an id. */
const PASSING: string[] = ['presence', 'issues.updated', 'terms.updated'] satisfies StreamMessage['event'][]

function messageOf({ id, event, data }: ServerSentEvent): StreamMessage {
  if (event === 'reset') return { event }
  if (PASSING.includes(event)) return { event, data: JSON.parse(data) } as StreamMessage
  return { id, event, data: JSON.parse(data) } as StreamMessage
}

function urlOf({ baseUrl, projectId, events }: ReadEventsOptions): URL {
  const path = projectId === undefined ? 'v1/keys/events/stream' : `v1/projects/${projectId}/keys/events`
  const base = String(baseUrl)
  const url = new URL(path, base.endsWith('/') ? base : `${base}/`)
  if (events) url.searchParams.set('events', events.join(','))
  return url
}

function headersOf({ apiKey }: ReadEventsOptions): Headers {
  const headers = new Headers({ accept: 'text/event-stream' })
  if (apiKey !== undefined) headers.set('authorization', `Bearer ${apiKey}`)
  return headers
}

function headersFrom(headers: Headers, lastEventId: string): Headers {
  const resuming = new Headers(headers)
  if (lastEventId !== '') resuming.set('last-event-id', lastEventId)
  return resuming
}

const OPENED = ''

/** One connection, from its request to its end, of whatever kind. */
class Connection {
  /** What ended it, if it was more than an end. */
  failure: unknown
  readonly #url: URL
  readonly #headers: Headers
  readonly #options: ReadEventsOptions
  readonly #hangUp = new AbortController()

  constructor(url: URL, headers: Headers, options: ReadEventsOptions) {
    this.#url = url
    this.#headers = headers
    this.#options = options
  }

  /** First `OPENED`, then the text as it comes. Only a refusal is thrown. */
  async *receive(): AsyncGenerator<string, void, undefined> {
    const { signal } = this.#options
    const hangUp = () => this.#hangUp.abort()
    signal?.addEventListener('abort', hangUp)
    try {
      const response = await this.#soon(this.#request())
      if (!response || !(await this.#isStream(response))) return
      yield OPENED
      const reader = response.body?.getReader()
      const decoder = new TextDecoder()
      for (;;) {
        const read = await this.#soon(reader?.read())
        if (!read || read.done) return
        const text = decoder.decode(read.value, { stream: true })
        if (text !== '') yield text
      }
    } finally {
      signal?.removeEventListener('abort', hangUp)
      hangUp()
    }
  }

  #request(): Promise<Response> {
    const { fetch = globalThis.fetch } = this.#options
    return fetch(this.#url, { headers: this.#headers, signal: this.#hangUp.signal, cache: 'no-store' })
  }

  async #isStream(response: Response): Promise<boolean> {
    const { status, headers } = response
    const type = headers.get('content-type') ?? 'nothing'
    if (status === 200 && /^text\/event-stream\b/i.test(type)) return true
    const text = (await this.#soon(response.text())) ?? ''
    const { code, message } = refusalOf(text)
    const reason = status === 200 ? `the answer is ${type}, not a stream` : (message ?? code ?? 'no reason was given')
    const refused = new StreamRefusedError(status, code, reason)
    if (!isPassing(status)) throw refused
    this.failure = refused
    return false
  }

  /** Undefined when it does not happen, or nothing is heard for too long. The time between two reads is the caller's. */
  async #soon<T>(awaited: Promise<T> | undefined): Promise<T | undefined> {
    const silent = setTimeout(() => this.#hangUp.abort(), this.#options.silenceMs ?? SILENCE_MS)
    try {
      return await awaited
    } catch (error) {
      this.failure = error
      return undefined
    } finally {
      clearTimeout(silent)
    }
  }
}
