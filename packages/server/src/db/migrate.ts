import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { StartFault } from '../start-fault.ts'
import { applyFunctions, FUNCTIONS } from './functions.ts'
import { type Database, sqlState } from './pool.ts'
import { readSqlFiles, type SqlFile } from './sql-files.ts'

export const MIGRATIONS = new URL('../../migrations/', import.meta.url)

/**
 * How long a migration waits for what others hold. While it waits, whoever comes after it to the same table waits, too:
 * rather it lets go and tries again.
 */
const LOCK_TIMEOUT_MS = 5_000
const ATTEMPTS = 60
const PAUSE_MS = 1_000
const LOCK_NOT_AVAILABLE = '55P03'

/** Another version of the service has changed the database meanwhile in ways that this one does not know. */
export class OlderThanDatabase extends StartFault {
  override name = 'OlderThanDatabase'
}

interface Log {
  info(message: string): void
}

/**
 * Applies the files of `migrations/` in order, each once, then the functions of `sql/` that have changed. Several
 * instances may start at the same time: the lock lets one of them work while the others wait, for as long as it takes, and
 * then find nothing to do.
 */
export async function migrate(
  { pool }: Pick<Database, 'pool'>,
  { functions = FUNCTIONS, log, lockTimeoutMs = LOCK_TIMEOUT_MS }: Options = {},
): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect()
    try {
      return await attemptOnce(client, functions, lockTimeoutMs, log)
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if (!isHeld(error)) throw error
      if (attempt === ATTEMPTS) throw new StartFault(HELD, { cause: error })
      log?.info('the database schema cannot be changed yet: others hold what has to change')
    } finally {
      client.release()
    }
    await sleep(PAUSE_MS)
  }
}

/** A file that cannot be applied is told by its name, with the reason behind it. */
const isHeld = (error: unknown) =>
  [error, (error as Error).cause].some((reason) => sqlState(reason) === LOCK_NOT_AVAILABLE)

const HELD =
  'The database schema cannot be brought up to date: other transactions have held its tables for minutes. End them, or the instances that they belong to, and start again.'

interface Options {
  functions?: URL
  log?: Log
  lockTimeoutMs?: number
}

async function attemptOnce(client: ClientBase, functions: URL, lockTimeoutMs: number, log?: Log): Promise<string[]> {
  // Building an index may take hours, and so may waiting for somebody who builds one.
  await client.query('begin; set local statement_timeout = 0; set local lock_timeout = 0')
  await takeTurn(client, log)
  await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
  const fresh = await applyMigrations(client)
  // Between versions with the same migrations the one that starts last wins.
  const changed = await applyFunctions(client, functions)
  await client.query('commit')
  return [...fresh, ...changed]
}

/** "if not exists" is not safe against itself: two first starts could both pass the check. */
export async function takeTurn(client: ClientBase, log?: Log): Promise<void> {
  const { rows } = await client.query("select pg_try_advisory_xact_lock(hashtext('parlance migrations')) as taken")
  if (rows[0]?.taken) return
  log?.info('waiting for another instance to bring the database schema up to date')
  await client.query("select pg_advisory_xact_lock(hashtext('parlance migrations'))")
}

export async function applyMigrations(client: ClientBase): Promise<string[]> {
  await createMigrationsTable(client)
  const applied = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations')
  const files = await readSqlFiles(MIGRATIONS)
  assertNotOlder(files, applied.rows)
  const known = new Map(applied.rows.map(({ name, checksum }) => [name, checksum]))
  const fresh: string[] = []
  for (const { name, text, checksum } of files) {
    const before = known.get(name)
    if (before !== undefined && before !== checksum) {
      throw new Error(`Migration ${name} was changed after it had been applied. Migrations are only ever added.`)
    }
    if (before !== undefined) continue
    await client.query(text)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    fresh.push(name)
  }
  return fresh
}

export const createMigrationsTable = (client: ClientBase) =>
  client.query(`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)

/** It would write what the newer tables and functions do not expect; nothing may have been changed before this. */
export function assertNotOlder(files: readonly SqlFile[], applied: readonly { name: string }[]): void {
  const known = new Set(files.map(({ name }) => name))
  const newest = applied
    .map(({ name }) => name)
    .filter((name) => !known.has(name))
    .sort()
    .at(-1)
  if (newest === undefined) return
  throw new OlderThanDatabase(
    `This version of Parlance is older than its database, which has the migration ${newest}: start the version that ran here last, or a newer one.`,
  )
}
