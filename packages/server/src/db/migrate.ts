import type { ClientBase } from 'pg'
import { applyFunctions, FUNCTIONS } from './functions.ts'
import type { Database } from './pool.ts'
import { readSqlFiles } from './sql-files.ts'

export const MIGRATIONS = new URL('../../migrations/', import.meta.url)

/**
 * Applies the files of `migrations/` in order, each once, then the functions of `sql/` that have changed. Several
 * instances may start at the same time: the lock lets one of them work while the others wait and then find nothing to
 * do.
 */
export async function migrate({ pool }: Pick<Database, 'pool'>, functions = FUNCTIONS): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // "if not exists" is not safe against itself: two first starts could both pass the check.
    await client.query("select pg_advisory_xact_lock(hashtext('parlance migrations'))")
    const { fresh, isOlder } = await applyMigrations(client)
    // A service that does not know all that was done to this database is older than it, and so are its functions.
    // Between versions with the same migrations the one that starts last wins.
    const changed = isOlder ? [] : await applyFunctions(client, functions)
    await client.query('commit')
    return [...fresh, ...changed]
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

async function applyMigrations(client: ClientBase) {
  await client.query(`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const applied = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations')
  const unseen = new Map(applied.rows.map(({ name, checksum }) => [name, checksum]))
  const fresh: string[] = []
  for (const { name, text, checksum } of await readSqlFiles(MIGRATIONS)) {
    const before = unseen.get(name)
    unseen.delete(name)
    if (before !== undefined && before !== checksum) {
      throw new Error(`Migration ${name} was changed after it had been applied. Migrations are only ever added.`)
    }
    if (before !== undefined) continue
    await client.query(text)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    fresh.push(name)
  }
  return { fresh, isOlder: unseen.size > 0 }
}
