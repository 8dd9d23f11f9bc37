import { readEvents, type StreamMessage, StreamRefusedError } from '@parlance/sdk'
import { reportStream } from './connection.ts'
import { queryClient, sessionQuery } from './queries.ts'

/** Not longer between two tries: somebody looks at the screen and waits. */
const MAX_BACK_OFF_MS = 4_000
/** The service gives a sign of life every 15 seconds. */
const SILENCE_MS = 25_000
/** Refused, it is tried again after this long, or when somebody signs in. */
const REFUSED_MS = 30_000

type Listener = (message: StreamMessage) => void

/** What pages of one browser tell each other about a stream. */
type Word = { message: StreamMessage } | { isBroken: boolean } | { asks: true }

const streams = new Map<number, ProjectStream>()

/**
 * Everything that happens in a project, from now on. However many listen, in however many tabs, the browser has one
 * stream open. `reset` means that something may have been missed: what is shown is to be read anew.
 */
export function followProject(projectId: number, listener: Listener): () => void {
  const stream = streams.get(projectId) ?? new ProjectStream(projectId)
  streams.set(projectId, stream)
  const unsubscribe = stream.subscribe(listener)
  return () => {
    unsubscribe()
    if (!stream.isUnused || streams.get(projectId) !== stream) return
    streams.delete(projectId)
    stream.close()
  }
}

/**
 * The tab that holds the lock reads and passes on; the others listen. When it closes, the next one gets the lock and goes
 * on after the last event that it has heard of. Without TLS browsers have no locks: then each tab that is looked at reads
 * for itself.
 */
class ProjectStream {
  readonly #projectId: number
  readonly #listeners = new Set<Listener>()
  readonly #channel: BroadcastChannel
  readonly #end = new AbortController()
  readonly #isShared = navigator.locks !== undefined
  #lastEventId = ''
  #isReading = false
  #isBroken = false
  /** Ends the wait for the next try; surely: also a connection that looks well. */
  #goOn: (isSure: boolean) => void = () => {}

  constructor(projectId: number) {
    this.#projectId = projectId
    const name = `parlance-stream-${projectId}`
    this.#channel = new BroadcastChannel(name)
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Word>) => this.#hear(data))
    this.#say({ asks: true })
    const { signal } = this.#end
    const lead = () => this.#read()
    if (this.#isShared) navigator.locks.request(name, { signal }, lead).catch(() => {})
    else void lead()
    // What was open before the network went may never say another word.
    addEventListener('online', () => this.#goOn(true), { signal })
    this.#goOnWithSession(signal)
  }

  get isUnused(): boolean {
    return this.#listeners.size === 0
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#end.abort()
    this.#goOn(true)
    this.#channel.close()
    reportStream(this.#projectId, false)
  }

  #say(word: Word): void {
    if (this.#isShared) this.#channel.postMessage(word)
  }

  #hear(word: Word): void {
    if ('message' in word) this.#take(word.message)
    else if ('isBroken' in word) this.#setBroken(word.isBroken)
    else if (this.#isReading) this.#say({ isBroken: this.#isBroken })
  }

  #take(message: StreamMessage): void {
    if ('id' in message) this.#lastEventId = message.id
    for (const listener of this.#listeners) listener(message)
  }

  #setBroken(isBroken: boolean): void {
    this.#isBroken = isBroken
    reportStream(this.#projectId, isBroken)
  }

  #tellBroken(isBroken: boolean): void {
    if (this.#isBroken === isBroken) return
    this.#setBroken(isBroken)
    this.#say({ isBroken })
  }

  /** Until this page ends: over as many connections, and refusals, as it takes. */
  async #read(): Promise<void> {
    this.#isReading = true
    for (;;) {
      if (!this.#isShared) await untilSeen(this.#end.signal)
      const isRefused = await this.#readOn()
      if (this.#end.signal.aborted) return
      if (this.#isUnseen()) continue
      this.#tellBroken(true)
      await this.#rest(isRefused ? REFUSED_MS : 0)
    }
  }

  /** Ends with `goOn`, too: whoever waits for the next try of a broken stream tries at once. */
  async #readOn(): Promise<boolean> {
    const hangUp = new AbortController()
    const signal = AbortSignal.any([this.#end.signal, hangUp.signal])
    this.#goOn = (isSure) => {
      if (isSure || this.#isBroken) hangUp.abort()
    }
    document.addEventListener('visibilitychange', () => this.#isUnseen() && hangUp.abort(), { signal })
    try {
      const messages = readEvents({
        baseUrl: location.origin,
        projectId: this.#projectId,
        lastEventId: this.#lastEventId,
        maxBackOffMs: MAX_BACK_OFF_MS,
        silenceMs: SILENCE_MS,
        signal,
        onRetry: () => this.#tellBroken(true),
        fetch: async (input, init) => {
          const response = await fetch(input, init)
          if (response.ok) this.#tellBroken(false)
          return response
        },
      })
      for await (const message of messages) {
        this.#say({ message })
        this.#take(message)
      }
      return false
    } catch (error) {
      return error instanceof StreamRefusedError
    }
  }

  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#goOn = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #isUnseen(): boolean {
    return !this.#isShared && document.hidden
  }

  #goOnWithSession(signal: AbortSignal): void {
    const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
      const isSession = query.queryKey[0] === sessionQuery.queryKey[0]
      if (type === 'updated' && isSession && query.state.data) this.#goOn(false)
    })
    signal.addEventListener('abort', unsubscribe)
  }
}

function untilSeen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.hidden || signal.aborted) resolve()
    }
    document.addEventListener('visibilitychange', look, { signal })
    signal.addEventListener('abort', look)
    look()
  })
}
