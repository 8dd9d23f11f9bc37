import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { Database, isUnavailable } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { transaction } from '../src/db/transaction.ts'
import { createDatabase } from './harness.ts'
import { until } from './until.ts'
import { Wire } from './wire.ts'

const ENDED = { message: 'terminating connection due to administrator command', code: '57P01' }

async function open() {
  const told: unknown[] = []
  const connection = await createDatabase()
  const db = new Database(connection, { warn: (details, message) => told.push([details, message]) }, 1)
  const clients: pg.PoolClient[] = []
  db.pool.on('connect', (client) => clients.push(client))
  await db.run(sql`select 'a statement that nobody else shall read'`)
  return { db, told, connection, clients }
}

test('a connection that is lost while nobody uses it is told: why, and nothing of what it carried', async () => {
  const { db, told, connection } = await open()
  const other = new Database(connection, { warn: () => {} }, 1)
  await other.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await until('the loss to be told', () => told.length > 0)
  assert.deepEqual(told, [[{ err: ENDED }, 'an idle database connection was lost']])
  assert.equal(await db.run(sql`select 1`), 1, 'the next one is opened when it is needed')
  await Promise.all([db.close(), other.close()])
})

test('a connection that is lost while all are being closed is no news', async () => {
  const { db, told, clients } = await open()
  const closed = db.close()
  // So does a server that is stopped before it has heard that the connection ends.
  clients[0]?.emit('error', Object.assign(new Error(ENDED.message), { code: ENDED.code }))
  await closed
  assert.deepEqual(told, [])
})

test('a server that falls silent is given up in time, in and outside of a transaction, and asked again over a new connection', async () => {
  const { host, user, database } = await createDatabase()
  const wire = await Wire.to({ path: `${host}/.s.PGSQL.5432` })
  const connectionString = `postgresql://${user}@127.0.0.1:${wire.port}/${database}?sslmode=disable`
  const db = new Database({ connectionString }, { warn: () => {} }, 2, 200)
  const both = () => Promise.allSettled([db.run(sql`select 1`), transaction(db, (tx) => tx.run(sql`select 1`))])
  assert.deepEqual(
    (await both()).map(({ status }) => status),
    ['fulfilled', 'fulfilled'],
  )
  wire.cut()
  for (const outcome of await both()) assert.ok(outcome.status === 'rejected' && isUnavailable(outcome.reason))
  wire.mend()
  assert.deepEqual(
    (await both()).map(({ status }) => status),
    ['fulfilled', 'fulfilled'],
  )
  await db.close()
})

test('a connection whose server does not write any more is not used again', async () => {
  const { db, clients } = await open()
  const insert = () => transaction(db, (tx) => tx.run(sql`insert into write_probe values ('x')`))
  await db.run(sql`set default_transaction_read_only = on`)
  await assert.rejects(insert, isUnavailable)
  assert.equal(await insert(), 1, 'whoever takes writes now is asked')
  assert.equal(clients.length, 2)
  await db.close()
})
