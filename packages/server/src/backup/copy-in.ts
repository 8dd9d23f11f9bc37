import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Client, Submittable } from 'pg'

/** What of the driver's connection a query in hand may use; its types leave that out. */
interface Wire {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
  stream: Socket
}

/** Sends rows by COPY … FROM STDIN, no faster than the server takes them. Returns how many it says it has. */
export async function copyIn(client: Client, text: string, pieces: AsyncIterable<Buffer>): Promise<number> {
  const query = client.query(new CopyIn(text))
  // Whoever sends is told by `send` first; without this a refusal meanwhile would end the process.
  query.done.catch(() => {})
  const wire = await query.begun
  try {
    for await (const piece of pieces) {
      if (query.isOver) break
      wire.sendCopyFromChunk(piece)
      if (wire.stream.writableNeedDrain) await Promise.race([once(wire.stream, 'drain'), query.done])
    }
  } catch (error) {
    if (!query.isOver) {
      wire.sendCopyFail('its rows cannot be read')
      await query.done.catch(() => {})
      throw error
    }
  }
  if (!query.isOver) wire.endCopyFrom()
  return query.done
}

class CopyIn implements Submittable {
  readonly #text: string
  readonly #begun = Promise.withResolvers<Wire>()
  readonly #done = Promise.withResolvers<number>()
  readonly begun = this.#begun.promise
  readonly done = this.#done.promise
  isOver = false
  #rows = 0

  constructor(text: string) {
    this.#text = text
  }

  submit(connection: unknown): void {
    ;(connection as Wire).query(this.#text)
  }

  handleCopyInResponse(connection: Wire): void {
    this.#begun.resolve(connection)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(text.replace('COPY ', ''))
  }

  handleReadyForQuery(): void {
    this.isOver = true
    this.#done.resolve(this.#rows)
  }

  handleError(error: Error): void {
    this.isOver = true
    this.#begun.reject(error)
    this.#done.reject(error)
  }
}
