import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { FUNCTIONS } from '../src/db/functions.ts'
import { migrate } from '../src/db/migrate.ts'
import { Database } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { transaction } from '../src/db/transaction.ts'
import { atEnd, createDatabase } from './harness.ts'
import { lockWaiters } from './lock-waiters.ts'
import { until } from './until.ts'

const STATEMENT_TIMEOUT_MS = 300

async function open(connection: Database['connection'], size = 2): Promise<Database> {
  const db = new Database(connection, console, size)
  atEnd(() => db.close())
  return db
}

/** A service on a database whose statements all end after a moment, so that tests need not wait for a minute. */
async function impatient(connection: Database['connection']): Promise<Database> {
  const db = await open(connection)
  Object.assign(db.pool.options, { statement_timeout: STATEMENT_TIMEOUT_MS })
  return db
}

/** A new version that changes the database by this statement. */
function versionWith(statement: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-migrations-'))
  atEnd(async () => rmSync(folder, { recursive: true }))
  cpSync(FUNCTIONS, folder, { recursive: true })
  appendFileSync(join(folder, 'iso_time.sql'), `\n${statement};\n`)
  return pathToFileURL(`${folder}/`)
}

/** Keeps `statement` in an open transaction until it is let go. */
async function hold(db: Database, statement: ReturnType<typeof sql>) {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const ended = transaction(db, async (tx) => {
    await tx.run(statement)
    held.resolve()
    await released.promise
  })
  await Promise.race([held.promise, ended])
  return async () => {
    released.resolve()
    await ended
  }
}

test('what changes the database may take longer than any other statement', async () => {
  const db = await impatient(await createDatabase())
  const slow = versionWith('select pg_sleep(0.9)')
  assert.deepEqual(await migrate(db, { functions: slow }), ['sql/iso_time.sql'])
  await assert.rejects(db.run(sql`select pg_sleep(0.9)`), { code: '57014' }, 'all others end in time')
})

test('an instance waits while another one changes the database, however long that takes', async () => {
  const connection = await createDatabase()
  const other = await open(connection)
  const release = await hold(other, sql`select pg_advisory_xact_lock(hashtext('parlance migrations'))`)
  const told: string[] = []
  const started = migrate(await impatient(connection), { log: { info: (message) => told.push(message) } })
  const waited = sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event = 'advisory'
      and clock_timestamp() - query_start > ${`${3 * STATEMENT_TIMEOUT_MS} ms`}::interval`
  await until('it to wait for three times as long as a statement may take', () => other.row(waited))
  await release()
  assert.deepEqual(await started, [])
  assert.deepEqual(told, ['waiting for another instance to bring the database schema up to date'])
})

test('a change that others are in the way of lets go, so that nobody queues behind it, and tries again', async () => {
  const connection = await createDatabase()
  const other = await open(connection)
  const release = await hold(other, sql`lock table users in access share mode`)
  const told: string[] = []
  const log = { info: (message: string) => told.push(message) }
  const functions = versionWith('lock table users in access exclusive mode')
  const started = migrate(await open(connection), { functions, log, lockTimeoutMs: 100 })
  await until('it to give way', () => told.length > 0)
  await other.row(sql`select 1 from users`)
  await until('nobody to wait', async () => (await lockWaiters(other)) === 0)
  await release()
  assert.deepEqual(await started, ['sql/iso_time.sql'])
  assert.match(told[0] ?? '', /others hold what has to change/)
})

const LATER = `This version of Parlance is older than its database, which has the migration 9999_later.sql: start the version that ran here last, or a newer one.`

test('a service that is older than the database refuses to start, and changes nothing', async () => {
  const db = await open(await createDatabase())
  await db.run(sql`insert into schema_migrations (name, checksum) values ('9999_later.sql', '')`)
  const functions = versionWith("comment on table users is 'touched'")
  await assert.rejects(migrate(db, { functions }), { name: 'OlderThanDatabase', message: LATER })
  const { comment } = await db.one<{ comment: string | null }>(
    sql`select obj_description('users'::regclass) as comment`,
  )
  assert.equal(comment, null)
})

test('it says so in one sentence', async (t) => {
  const connection = await createDatabase()
  const db = await open(connection)
  await db.run(sql`insert into schema_migrations (name, checksum) values ('9999_later.sql', '')`)
  const { host, user, database } = connection
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: `postgresql://${user}@/${database}?host=${encodeURIComponent(host ?? '')}`,
      PORT: '0',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  assert.deepEqual([said.trim(), code], [LATER, 1])
})
