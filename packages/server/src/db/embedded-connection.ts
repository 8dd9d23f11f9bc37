import pg from 'pg'
import { PORT, SUPERUSER } from './embedded-cluster.ts'

const DATABASE = 'parlance'

/** `port` and `ssl` are there because pg would otherwise take them from PGPORT and PGSSLMODE. */
export type EmbeddedConnection = { host: string; port: number; user: string; database: string; ssl: false }

export const connectionTo = (host: string): EmbeddedConnection => ({
  host,
  port: PORT,
  user: SUPERUSER,
  database: DATABASE,
  ssl: false,
})

/** Whether the server takes connections to our database, which is made when it is missing. */
export async function answers(connection: EmbeddedConnection): Promise<boolean> {
  try {
    await run(connection, 'select 1')
    return true
  } catch (error) {
    const state = error instanceof pg.DatabaseError ? error.code : undefined
    if (state === '3D000') await run({ ...connection, database: 'postgres' }, `create database ${DATABASE}`)
    // 57: starting up or shutting down, 53: out of connections or memory, none: the socket is not there yet.
    else if (state && !/^5[37]/.test(state)) throw error
    return false
  }
}

export async function run(connection: EmbeddedConnection, statement: string): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, query_timeout: 30_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end().catch(() => {})
  }
}
