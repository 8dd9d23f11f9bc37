import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** What a reader may leave unread before it is cut off; it comes back and resumes by id. */
const MAX_UNREAD_BYTES = 1_048_576

/** One server-sent event as text. JSON holds no raw line breaks, so one data line is enough. */
export function frame(event: string, data: string, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`
}

/** An open response of server-sent events. It ends by itself when its reader goes, or falls too far behind. */
export class EventStream {
  readonly #response: ServerResponse
  readonly closed = new AbortController()

  constructor(reply: FastifyReply) {
    reply.hijack()
    this.#response = reply.raw
    this.#response.on('close', () => this.closed.abort())
    this.#response.on('error', () => this.closed.abort())
    this.#response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store',
      // Proxies that buffer would hold events back until their buffer is full.
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': reply.request.id,
      // Kept for another request after the end, the connection would keep a stopping process waiting.
      connection: 'close',
    })
    this.#response.flushHeaders()
  }

  get isOpen(): boolean {
    return !this.closed.signal.aborted
  }

  write(text: string): void {
    if (!this.isOpen) return
    this.#response.write(text)
    if (this.#response.writableLength > MAX_UNREAD_BYTES) this.cut()
  }

  /** Waits until the reader has taken what was written, or is gone. */
  async drained(): Promise<void> {
    if (!this.isOpen || !this.#response.writableNeedDrain) return
    await once(this.#response, 'drain', { signal: this.closed.signal }).catch(() => {})
  }

  /** Ends politely: what was written arrives, and the reader is told when to come back. */
  end(retryMs?: number): void {
    if (!this.isOpen) return
    if (retryMs !== undefined) this.#response.write(`retry: ${retryMs}\n\n`)
    this.#response.end()
    this.closed.abort()
  }

  cut(): void {
    this.#response.destroy()
    this.closed.abort()
  }
}
