import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MIGRATIONS, migrate } from '../src/db/migrate.ts'
import { Database } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { readSqlFiles } from '../src/db/sql-files.ts'
import { atEnd, createDatabase } from './harness.ts'

/** A database as the service left it that knew no later migration than the given one. */
async function databaseUpTo(last: string): Promise<Database> {
  const db = new Database(await createDatabase('template0'), console, 1)
  atEnd(() => db.close())
  await db.pool.query('create table schema_migrations (name text primary key, checksum text, applied_at timestamptz)')
  for (const { name, text, checksum } of await readSqlFiles(MIGRATIONS)) {
    if (name.slice(0, 4) > last) break
    await db.pool.query(text)
    await db.run(sql`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`)
  }
  return db
}

test('people with a password have joined since they are there, those who were only invited have not', async () => {
  const db = await databaseUpTo('0013')
  await db.run(sql`
    insert into users (email, name, password_hash, created_at, updated_at) values
      ('ada@example.com', 'Ada', 'hash', '2026-01-02T03:04:05.678Z', '2026-02-03T04:05:06.789Z'),
      ('bo@example.com', 'bo@example.com', null, '2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z')`)
  await migrate(db)
  assert.deepEqual(await db.rows(sql`select name, joined_at from users order by name`), [
    { name: 'Ada', joined_at: new Date('2026-01-02T03:04:05.678Z') },
    { name: 'bo@example.com', joined_at: null },
  ])
})
