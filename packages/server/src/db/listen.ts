import pg from 'pg'
import { type Connection, connectionOptions } from './pool.ts'

const RECONNECT_MS = 500

interface Log {
  warn(details: object, message: string): void
}

/**
 * A connection of its own for LISTEN and NOTIFY, opened again whenever it is lost. What was sent meanwhile is lost:
 * `onMessage(null)` says so after each reconnection, and readers look at the tables themselves.
 *
 * States: connecting → open → (lost) → connecting … → closed. `send` in any state but open is dropped.
 */
export class Listener {
  readonly #connection: Connection
  readonly #channel: string
  readonly #onMessage: (payload: string | null) => void
  readonly #log: Log
  #client: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #closed = false

  constructor(connection: Connection, channel: string, onMessage: (payload: string | null) => void, log: Log) {
    this.#connection = connection
    this.#channel = channel
    this.#onMessage = onMessage
    this.#log = log
  }

  async open(): Promise<void> {
    const client = new pg.Client(connectionOptions(this.#connection))
    client.on('notification', ({ payload }) => this.#onMessage(payload ?? ''))
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client))
    try {
      await client.connect()
      // A wake-up that a crash loses costs nothing (readers poll), so it need not wait for the disk.
      await client.query('set synchronous_commit = off')
      await client.query(`listen ${client.escapeIdentifier(this.#channel)}`)
    } catch (error) {
      await client.end().catch(() => {})
      this.#again(error)
      return
    }
    if (this.#closed) return void (await client.end())
    this.#client = client
    this.#onMessage(null)
  }

  async send(payload: string): Promise<void> {
    await this.#client?.query('select pg_notify($1, $2)', [this.#channel, payload])
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => {})
  }

  #lost(client: pg.Client, error?: unknown): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#again(error)
  }

  #again(error: unknown): void {
    if (this.#closed) return
    this.#log.warn({ err: error }, 'the database connection for wake-ups was lost; opening another')
    this.#retry = setTimeout(() => void this.open(), RECONNECT_MS)
  }
}
