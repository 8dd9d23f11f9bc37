import { readEvents, type StreamMessage } from '@parlance/sdk'
import { applyChange, type KeyState } from './told.ts'

/** Follows the project with the SDK, over connections that are cut from outside, and keeps what it is told. */
export class CutReader {
  readonly keys: Record<number, KeyState> = {}
  readonly faults: string[] = []
  last = 0
  readonly #isGapless: boolean
  connections = 0
  readonly #end = new AbortController()
  #cut = new AbortController()
  #done: Promise<void> = Promise.resolve()

  /** Some changes, such as the end of an import, are not told on streams: where there are any, numbers only grow. */
  constructor({ isGapless = true } = {}) {
    this.#isGapless = isGapless
  }

  start({ url, cookie, projectId }: { url: string; cookie: string; projectId: number }): void {
    const options = {
      baseUrl: url,
      projectId,
      lastEventId: '0',
      retryMs: 5,
      maxBackOffMs: 50,
      signal: this.#end.signal,
    }
    this.#done = this.#follow({
      ...options,
      fetch: (address, init) => {
        this.connections++
        this.#cut = new AbortController()
        const signal = AbortSignal.any([this.#cut.signal, ...(init?.signal ? [init.signal] : [])])
        const headers = new Headers(init?.headers)
        headers.set('cookie', cookie)
        return fetch(address, { ...init, headers, signal })
      },
    })
  }

  cut(): void {
    this.#cut.abort()
  }

  stop(): Promise<void> {
    this.#end.abort()
    return this.#done
  }

  async #follow(options: Parameters<typeof readEvents>[0]): Promise<void> {
    for await (const message of readEvents(options)) this.#take(message)
  }

  #take(message: StreamMessage): void {
    if (message.event === 'reset') return void this.faults.push(`a reset after ${this.last}`)
    // What holds for a moment only, such as the findings of a value, has no id and no place in the order.
    if (!('id' in message)) return
    const id = Number(message.id)
    if (this.#isGapless ? id !== this.last + 1 : id <= this.last) this.faults.push(`${id} after ${this.last}`)
    this.last = id
    const data: Record<string, unknown> = message.data
    applyChange(this.keys, {
      event: message.event,
      keyId: (data['keyId'] as number) ?? null,
      key: data['key'] as string,
      namespace: data['namespace'] as string,
      locale: (data['locale'] as string) ?? null,
      after: data,
    })
  }
}
