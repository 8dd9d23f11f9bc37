import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '../../db/migrate.ts'
import { sql } from '../../db/sql.ts'
import { takeSnapshot } from '../snapshot.ts'
import { ownTables, savedTables, sequences } from '../tables.ts'
import { outside } from './scene.ts'

const { db } = await outside('parlance')

test('every table and every number of the schema is saved, but for what a crash empties, what the version brings, and mail', async () => {
  const tables = await db.rows<{ name: string; isKept: boolean }>(sql`
    select relname as name, relpersistence = 'p' as "isKept" from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm', 'f') order by 1`)
  const saved = (await savedTables(db)).map(({ table }) => table)
  const left = tables.filter(({ name }) => !saved.includes(name))
  assert.deepEqual(
    left.map(({ name, isKept }) => [name, isKept]),
    [
      ['import_rates', false],
      ['mails', true],
      ['open_streams', false],
      ['sql_files', true],
      ['write_probe', false],
    ],
  )
  const known = await ownTables()
  assert.deepEqual(
    tables.filter(({ name }) => !known.includes(name)),
    [],
  )
  // None tells before it has been asked.
  const names = await db.rows<{ name: string }>(sql`
    select relname as name, nextval(oid::regclass) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' and relpersistence = 'p' order by 1`)
  assert.deepEqual(
    (await sequences(db)).map(({ name }) => name),
    names.map(({ name }) => name),
  )
})

test('tables of others are none of its business', async () => {
  await db.pool.query(
    'create table invoices (id bigint generated always as identity); insert into invoices default values',
  )
  const saved = (await savedTables(db)).map(({ table }) => table)
  assert.equal(saved.includes('invoices'), false)
  assert.equal(
    (await sequences(db)).some(({ name }) => name === 'invoices_id_seq'),
    false,
  )
})

test('while it is read, no version can change its tables, and all that change nothing start', async () => {
  const snapshot = await takeSnapshot(db.connection)
  const change = "set lock_timeout = '50ms'; alter table keys add column later text not null default ''"
  await assert.rejects(db.pool.query(change), { code: '55P03' })
  assert.deepEqual(await migrate(db), [])
  await db.run(
    sql`insert into users (email, name, created_at, updated_at) values ('ada@example.com', 'Ada', now(), now())`,
  )
  assert.deepEqual(await snapshot.db.rows(sql`select email from users`), [], 'what is written meanwhile is not in it')
  await snapshot.db.close()
  await db.pool.query(change)
})
