import { Readable } from 'node:stream'
import type { Client, Submittable } from 'pg'

const PIECE_BYTES = 262_144

/** What of the driver's connection a query in hand may use; its types leave that out. */
interface Wire {
  query(text: string): void
  stream: { pause(): void; resume(): void; destroy(): void }
}

/**
 * The rows of COPY … TO STDOUT as they come. The driver has a message for each row and a place for queries of others'
 * making, but none of its own that reads them.
 */
export class CopyOut extends Readable implements Submittable {
  readonly #text: string
  #wire: Wire | undefined
  /** The driver uses its memory again for what comes next, so rows are copied together. */
  #piece = Buffer.allocUnsafe(PIECE_BYTES)
  #length = 0
  #isOver = false
  /** How many have come; all of them when the stream has ended. */
  rows = 0

  constructor(text: string) {
    super({ highWaterMark: PIECE_BYTES })
    this.#text = text
  }

  static of(client: Client, text: string): CopyOut {
    return client.query(new CopyOut(text))
  }

  submit(connection: unknown): void {
    this.#wire = connection as Wire
    this.#wire.query(this.#text)
  }

  override _read(): void {
    this.#wire?.stream.resume()
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.rows++
    if (this.#length + chunk.length > this.#piece.length) this.#pass()
    if (chunk.length > this.#piece.length) {
      this.#give(Buffer.from(chunk))
      return
    }
    chunk.copy(this.#piece, this.#length)
    this.#length += chunk.length
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#pass()
    if (text !== `COPY ${this.rows}`) this.destroy(new Error(`${text}, and ${this.rows} rows have come`))
  }

  handleReadyForQuery(): void {
    this.#isOver = true
    // The next query needs its answers, however much of these rows waits to be read.
    this.#wire?.stream.resume()
    this.push(null)
  }

  handleError(error: Error): void {
    this.#isOver = true
    this.destroy(error)
  }

  /** Whoever stops in the middle loses the connection: the rest of the rows, however many, would come on it first. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#isOver) this.#wire?.stream.destroy()
    done(error)
  }

  #pass(): void {
    if (this.#length === 0) return
    this.#give(this.#piece.subarray(0, this.#length))
    this.#piece = Buffer.allocUnsafe(PIECE_BYTES)
    this.#length = 0
  }

  #give(bytes: Buffer): void {
    // What has come off the wire already, 64 kB at most, comes all the same.
    if (!this.push(bytes)) this.#wire?.stream.pause()
  }
}
