import pg from 'pg'
import { type Connection, connectionOptions } from './pool.ts'

const RECONNECT_MS = 500

interface Log {
  warn(details: object, message: string): void
}

/** Null: something may have been missed. */
type Hear = (payload: string | null) => void

/**
 * A connection of its own for LISTEN and NOTIFY, opened again whenever it is lost. What was sent meanwhile is lost: all
 * who hear are told null after each reconnection, and look at the tables themselves.
 *
 * States: connecting → open → (lost) → connecting … → closed. `send` in any state but open is dropped.
 */
export class Listener {
  readonly #connection: Connection
  readonly #channels = new Map<string, Hear>()
  readonly #log: Log
  #client: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #closed = false

  constructor(connection: Connection, log: Log) {
    this.#connection = connection
    this.#log = log
  }

  /** Before it is opened. */
  hear(channel: string, hear: Hear): void {
    this.#channels.set(channel, hear)
  }

  async open(): Promise<void> {
    const client = new pg.Client(connectionOptions(this.#connection))
    client.on('notification', ({ channel, payload }) => this.#channels.get(channel)?.(payload ?? ''))
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client))
    try {
      await client.connect()
      // A wake-up that a crash loses costs nothing (readers poll), so it need not wait for the disk.
      await client.query('set synchronous_commit = off')
      for (const channel of this.#channels.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`)
    } catch (error) {
      await client.end().catch(() => {})
      this.#again(error)
      return
    }
    if (this.#closed) return void (await client.end())
    this.#client = client
    for (const hear of this.#channels.values()) hear(null)
  }

  async send(channel: string, payload: string): Promise<void> {
    await this.#client?.query('select pg_notify($1, $2)', [channel, payload])
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
