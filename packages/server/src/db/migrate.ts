import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Database } from './pool.ts'

const DIRECTORY = new URL('../../migrations/', import.meta.url)

/**
 * Applies the files of `migrations/` in order, each once. Several instances may start at the same time: the lock on the
 * table lets one of them work while the others wait and then find nothing to do.
 */
export async function migrate({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // "if not exists" is not safe against itself: two first starts could both pass the check.
    await client.query("select pg_advisory_xact_lock(hashtext('parlance migrations'))")
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const applied = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    )
    const known = new Map(applied.rows.map(({ name, checksum }) => [name, checksum]))
    const fresh: string[] = []
    for (const { name, text, checksum } of await migrations()) {
      const before = known.get(name)
      if (before !== undefined && before !== checksum) {
        throw new Error(`Migration ${name} was changed after it had been applied. Migrations are only ever added.`)
      }
      if (before !== undefined) continue
      await client.query(text)
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
      fresh.push(name)
    }
    await client.query('commit')
    return fresh
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

async function migrations() {
  const names = (await readdir(DIRECTORY)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, DIRECTORY), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
