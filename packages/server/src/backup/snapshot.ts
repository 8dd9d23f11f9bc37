import type { Connection } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { StartFault } from '../start-fault.ts'
import { OneConnection } from './connection.ts'
import type { TableHead } from './format.ts'
import { savedTables } from './tables.ts'

const LOCK_TIMEOUT_MS = 60_000
const ATTEMPTS = 5

export interface TakenSnapshot {
  db: OneConnection
  tables: TableHead[]
}

/**
 * The database as it is at one moment, for as long as it takes to read it. Writers go on meanwhile; what waits is a new
 * version that has to change a table, and without that its change would make rows disappear from what is read here: a
 * table that is written anew looks empty to those who began before.
 */
export async function takeSnapshot(connection: Connection): Promise<TakenSnapshot> {
  const db = await OneConnection.open(connection)
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const before = await savedTables(db)
      if (before.length === 0)
        throw new StartFault('This database holds nothing of Parlance: there is nothing to back up.')
      await db.client.query(
        `begin isolation level repeatable read read only; set local lock_timeout = ${LOCK_TIMEOUT_MS}`,
      )
      // The snapshot begins with the first query, which this is not.
      await db.client.query(`lock table ${before.map(({ table }) => `"${table}"`).join(', ')} in access share mode`)
      const tables = await savedTables(db)
      if (JSON.stringify(tables) === JSON.stringify(before)) return { db, tables }
      await db.client.query('rollback')
    }
    throw new StartFault('The database schema changes all the time. Try again when all instances have started.')
  } catch (error) {
    await db.close()
    throw error
  }
}

export const migrationsOf = ({ db }: TakenSnapshot) =>
  db.rows<{ name: string; checksum: string }>(sql`
    select name, checksum from schema_migrations order by applied_at, name`)

export async function serverVersion({ db }: TakenSnapshot): Promise<string> {
  return (await db.one<{ version: string }>(sql`select current_setting('server_version') as version`)).version
}
