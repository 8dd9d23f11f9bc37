import type { Socket } from 'node:net'
import pg from 'pg'
import { type Connection, connectionOptions, Handle } from '../db/pool.ts'
import { compile, type Sql } from '../db/sql.ts'

/** One connection, by itself: whoever copies a database takes as long as it takes. */
export class OneConnection extends Handle {
  readonly client: pg.Client

  private constructor(client: pg.Client) {
    super()
    this.client = client
  }

  static async open(connection: Connection): Promise<OneConnection> {
    const client = new pg.Client({ ...connectionOptions(connection), keepAlive: true })
    // Its loss is told by the query that waits on it.
    client.on('error', () => {})
    await client.connect()
    // Whatever the server or the user is set to: rows are written and read as text.
    await client.query(`
      set client_encoding = 'UTF8'; set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
      set extra_float_digits = 1; set bytea_output = 'hex';
      select set_config(name, '0', false) from pg_settings where name in (
        'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`)
    return new OneConnection(client)
  }

  async rows<R>(query: Sql): Promise<R[]> {
    return (await this.client.query(compile(query))).rows as R[]
  }

  async run(query: Sql): Promise<number> {
    return (await this.client.query(compile(query))).rowCount ?? 0
  }

  /** For when nobody waits for the answer: the server takes back what was not committed. */
  cutOff(): void {
    ;(this.client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => {})
  }
}
