import assert from 'node:assert/strict'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { FUNCTIONS } from '../src/db/functions.ts'
import { migrate } from '../src/db/migrate.ts'
import { Database } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { atEnd, createDatabase } from './harness.ts'

const files = readdirSync(FUNCTIONS).sort()

async function open(connection: Database['connection']): Promise<Database> {
  const db = new Database(connection, console, 1)
  atEnd(() => db.close())
  return db
}

const migrated = async () => open(await createDatabase())

/** The files of `sql/` as another version of the service might bring them: `added` stands at the end of each. */
function otherVersion(added: Record<string, string>): URL {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-functions-'))
  atEnd(async () => rmSync(folder, { recursive: true }))
  cpSync(FUNCTIONS, folder, { recursive: true })
  for (const [name, text] of Object.entries(added)) appendFileSync(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}

const another = (name: string, answer: string) => `
  drop function if exists ${name};
  create function ${name}(timestamptz) returns text language sql return '${answer}';`

const isoTime = async (db: Database) =>
  (await db.row<{ answer: string }>(sql`select iso_time('2026-01-02T03:04:05Z') as answer`))?.answer

const applied = (db: Database) => db.rows(sql`select name, checksum, applied_at from sql_files order by name`)

test('a file that was changed is applied at the next start, and no other', async () => {
  const db = await migrated()
  const later = otherVersion({ 'iso_time.sql': another('iso_time', 'soon') })
  assert.deepEqual(await migrate(db, { functions: later }), ['sql/iso_time.sql'])
  assert.equal(await isoTime(db), 'soon')
  assert.deepEqual(await migrate(db, { functions: later }), [])
})

test('a start that finds nothing changed asks once for all files', async () => {
  const db = await migrated()
  const sent: string[] = []
  const client = await db.pool.connect()
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  Object.assign(client, { query: (...args: unknown[]) => query(...args, void sent.push(String(args[0]))) })
  client.release()
  assert.deepEqual(await migrate(db), [])
  assert.equal(sent.filter((text) => /sql_files|function|trigger/.test(text)).length, 1, sent.join('\n'))
})

test('instances that start together on an empty database apply each file once', async () => {
  const connection = await createDatabase('template0')
  const instances = await Promise.all([open(connection), open(connection), open(connection)])
  const outcomes = await Promise.all(instances.map((db) => migrate(db)))
  const [first, ...others] = outcomes.sort((a, b) => b.length - a.length)
  assert.deepEqual(
    first?.filter((name) => name.startsWith('sql/')),
    files.map((name) => `sql/${name}`),
  )
  assert.deepEqual(others, [[], []])
})

test('every file can be applied to a database that has its functions', async () => {
  const db = await migrated()
  await db.run(sql`update sql_files set checksum = 'another'`)
  assert.deepEqual(
    await migrate(db),
    files.map((name) => `sql/${name}`),
  )
})

test('other arguments leave no second function behind', async () => {
  const db = await migrated()
  const before = otherVersion({
    'value_status.sql': `
      drop function if exists value_status;
      create function value_status(given text, out status text, out is_kept boolean) language sql
        return row (given, true);`,
  })
  await migrate(db, { functions: before })
  assert.deepEqual(await migrate(db), ['sql/value_status.sql'])
  const left = await db.rows(sql`select pronargs::int as arguments from pg_proc where proname = 'value_status'`)
  assert.deepEqual(left, [{ arguments: 5 }])
})

test('a broken file fails the start by name and leaves everything as it was', async () => {
  const db = await migrated()
  const before = await applied(db)
  const broken = otherVersion({
    'iso_time.sql': another('iso_time', 'soon'),
    'value_status.sql': 'create function value_status(;',
  })
  await assert.rejects(migrate(db, { functions: broken }), {
    message: /^The file sql\/value_status\.sql, line \d+, cannot be applied: /,
  })
  assert.equal(await isoTime(db), '2026-01-02T03:04:05.000Z')
  assert.deepEqual(await applied(db), before)
})
