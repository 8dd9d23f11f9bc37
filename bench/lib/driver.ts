import { createRequire } from 'node:module'
import type { buildApp } from '../../packages/server/src/app.ts'
import type { Database } from '../../packages/server/src/db/pool.ts'

// Limits are measured with the packages the server runs on, in its versions, so they are looked up from there. They are
// used as they come: where the product's settings make it faster than that, the figures shall show it.
const fromServer = createRequire(new URL('../../packages/server/package.json', import.meta.url))

export type Pool = Database['pool']
const connect = (pool: Pool) => pool.connect()
export type Connection = Awaited<ReturnType<typeof connect>>

const pg = fromServer('pg') as { Pool: new (options: object) => Pool }
export const fastify = fromServer('fastify') as () => Awaited<ReturnType<typeof buildApp>>

export interface Server {
  host: string
  /** Given, because the driver would otherwise take it from PGPORT. */
  port: number
  user: string
  database: string
}

/** `pipeline` lets a statement follow another without waiting for its answer; whoever awaits each is not affected. */
export function openPool(server: Server, size: number): Pool {
  const pool = new pg.Pool({ ...server, max: size, pipeline: true })
  // A connection that is lost, as when the service stops, would otherwise end the process. Whoever uses it is told by
  // their query.
  pool.on('error', () => {})
  pool.on('connect', (connection) => connection.on('error', () => {}))
  return pool
}

/** One connection, open during `work`. */
export async function connected<T>(server: Server, work: (connection: Connection) => Promise<T>): Promise<T> {
  const pool = openPool(server, 1)
  try {
    const connection = await connect(pool)
    try {
      return await work(connection)
    } finally {
      connection.release()
    }
  } finally {
    await pool.end()
  }
}
