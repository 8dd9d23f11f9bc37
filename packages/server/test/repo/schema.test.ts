import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { dumpSchema } from '../../../../scripts/schema-dump.ts'
import { Database } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { atEnd, createDatabase } from '../harness.ts'

const server = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(server, file), 'utf8')

const db = new Database(await createDatabase(), console, 1)
atEnd(() => db.close())

/** Our functions, and what stands on each so that PostgreSQL would refuse to drop it. */
const functions = await db.rows<{ name: string; triggers: string[]; isUsed: boolean }>(sql`
  select p.proname as name, array(select tgname::text from pg_trigger where tgfoid = p.oid) as triggers,
         exists (select from pg_depend where refclassid = 'pg_proc'::regclass and refobjid = p.oid) as "isUsed"
  from pg_proc p
  where p.pronamespace = current_schema()::regnamespace
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  order by name`)

test('schema.sql is the schema of a migrated database', async () => {
  assert.equal(read('schema.sql'), await dumpSchema(db), 'run "npm run schema" and commit what it writes')
})

test('every function of the database has its file in sql/, and there is one of each', () => {
  const files = globSync('sql/*.sql', { cwd: server }).map((file) => basename(file, '.sql'))
  assert.deepEqual(
    functions.map(({ name }) => name),
    files.sort(),
    'a function without a file is dropped by a migration',
  )
})

test('a file drops its function by name first, or replaces the one that something stands on', () => {
  for (const { name, isUsed } of functions) {
    const [statement] = read(`sql/${name}.sql`)
      .split(/^(?!--)/m)
      .slice(1)
    const expected = isUsed ? `create or replace function ${name}(` : `drop function if exists ${name};`
    assert.ok(statement?.startsWith(expected), `sql/${name}.sql should begin with "${expected}"`)
  }
})

test('a trigger stands in the file of its function', () => {
  for (const { name, triggers } of functions) {
    for (const trigger of triggers)
      assert.match(read(`sql/${name}.sql`), new RegExp(`^create or replace trigger ${trigger} `, 'm'))
  }
})

test('no migration repeats a function', () => {
  const texts = globSync('migrations/*.sql', { cwd: server }).sort().map(read).join('\n')
  const created = [...texts.matchAll(/^create (?:or replace )?function (\w+)/gim)].map(([, name]) => name)
  const repeated = created.filter((name, at) => created.indexOf(name) !== at)
  assert.deepEqual(repeated, ['put_value'], 'edit its file in sql/ instead; put_value came before there were files')
})

test('the version before can go on beside a migration', () => {
  const lossy = /\b(drop (table|column)|rename (to|column)|alter (column )?\w+ (set not null|(set data )?type))\b/i
  const found = globSync('migrations/*.sql', { cwd: server })
    .filter((file) => basename(file) > '0041' && lossy.test(read(file).replaceAll(/--.*/g, '')))
    .filter((file) => !TAKES_AWAY_WHAT_NOBODY_USES.has(basename(file)))
  assert.deepEqual(found, [], 'what instances of the version before use goes one version later')
})

/** Migrations that take away what had no use in the version before either. */
const TAKES_AWAY_WHAT_NOBODY_USES = new Set<string>([])
