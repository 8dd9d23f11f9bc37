import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { PAGE_HEADERS } from './page-policy.ts'
import { rateHeaders } from './request-rates.ts'
import { MAX_UNREAD_BY_ONE, unread } from './unread.ts'

/** Who is waited for and takes nothing for so long is cut off, too. */
const STALLED_MS = 60_000

/** One server-sent event as bytes, for any number of streams. JSON holds no raw line breaks, so one line is enough. */
export function frame(event: string, data: string, id?: number): Buffer {
  return Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`)
}

/** An open response of server-sent events. It ends by itself when its reader goes, or falls too far behind. */
export class EventStream {
  readonly #response: ServerResponse
  readonly closed = new AbortController()

  constructor(reply: FastifyReply) {
    reply.hijack()
    this.#response = reply.raw
    this.#response.on('close', () => this.#gone())
    this.#response.on('error', () => this.#gone())
    this.#response.on('drain', () => unread.forget(this))
    // The end of the connection is the end of the body. Chunks would make four pieces of each event, which for readers
    // that fall behind took three times the memory of the events themselves.
    this.#response.useChunkedEncodingByDefault = false
    this.#response.writeHead(200, {
      // The framework's last step before an answer, which would add these, is passed by.
      ...PAGE_HEADERS,
      ...rateHeaders(reply.request),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store',
      // Proxies that buffer would hold events back until their buffer is full.
      'x-accel-buffering': 'no',
      'x-request-id': reply.request.id,
      // Kept for another request after the end, the connection would keep a stopping process waiting.
      connection: 'close',
    })
    this.#response.flushHeaders()
    // Gone while the stream was made ready: `close` has been told already, and is told once.
    if (this.#response.destroyed) this.#gone()
    // Who asks for the head alone would hold a stream that tells nothing.
    if (reply.request.method === 'HEAD') this.end()
  }

  get isOpen(): boolean {
    return !this.closed.signal.aborted
  }

  write(bytes: Buffer): void {
    if (!this.isOpen || this.#response.write(bytes)) return
    const left = this.#response.writableLength
    if (left > MAX_UNREAD_BY_ONE) this.cut()
    else unread.note(this, left)
  }

  /** Waits until the reader has taken what was written, or is gone. */
  async drained(): Promise<void> {
    if (!this.isOpen || !this.#response.writableNeedDrain) return
    const stalled = setTimeout(() => this.cut(), STALLED_MS)
    await once(this.#response, 'drain', { signal: this.closed.signal }).catch(() => {})
    clearTimeout(stalled)
  }

  /** Ends politely: what was written arrives, and the reader is told when to come back. */
  end(retryMs?: number): void {
    if (!this.isOpen) return
    if (retryMs !== undefined) this.#response.write(`retry: ${retryMs}\n\n`)
    this.#response.end()
    this.#gone()
  }

  cut(): void {
    this.#response.destroy()
    this.#gone()
  }

  #gone(): void {
    unread.forget(this)
    this.closed.abort()
  }
}
