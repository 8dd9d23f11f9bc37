import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dumpSchema } from '../../../../../scripts/schema-dump.ts'
import { atEnd, createDatabase } from '../../../test/harness.ts'
import { INHERITED, killAll } from '../../../test/running-service.ts'
import { Database, type Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { savedTables, sequences } from '../tables.ts'

const COMMANDS = join(import.meta.dirname, '..')

export const PASSPHRASE = 'three words and one more'
export const KEY = 'the key that secrets are sealed with'

/** A folder for whatever; gone when the file's tests are done, with all that runs in it. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'parlance-backup-'))
  atEnd(async () => {
    await killAll(path)
    rmSync(path, { recursive: true, force: true })
  })
  return path
}

export interface Ended {
  code: number | null
  said: string
  refused: string
}

export interface Started {
  child: ChildProcess
  ended: Promise<Ended>
}

/** What `npm run backup` and `npm run restore` run; `within` is put before the command. */
export function begin(
  command: 'backup' | 'restore',
  args: string[],
  env: Record<string, string>,
  within: string[] = [],
): Started {
  const [program = '', ...rest] = [...within, process.execPath, join(COMMANDS, `${command}.ts`), ...args]
  const child = spawn(program, rest, { env: { ...INHERITED, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const texts = [child.stdout, child.stderr].map((stream) => {
    const text = { of: '' }
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text.of += piece
    })
    return text
  })
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    said: texts[0]?.of ?? '',
    refused: texts[1]?.of ?? '',
  }))
  return { child, ended }
}

export const run = (...given: Parameters<typeof begin>) => begin(...given).ended

export async function succeed(...given: Parameters<typeof begin>): Promise<string> {
  const { code, said, refused } = await run(...given)
  assert.deepEqual([code, refused], [0, ''])
  return said
}

/** Expects one sentence and an exit code, and nothing else. */
export async function refuse(sentence: RegExp, ...given: Parameters<typeof begin>): Promise<void> {
  const { code, said, refused } = await run(...given)
  assert.match(refused, sentence)
  assert.deepEqual([code, said, refused.trimEnd().split('\n').length], [1, '', 1], refused)
}

export const urlOf = (connection: Database['connection']) => {
  const { host = '', user, database } = connection as { host?: string; user: string; database: string }
  return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
}

export async function outside(template: 'parlance' | 'template0' = 'template0') {
  const connection = await createDatabase(template)
  const db = new Database(connection, console, 2)
  atEnd(() => db.close())
  return { db, url: urlOf(connection) }
}

/** An empty database of somebody who is no superuser, as a hosted one is. */
export async function hosted() {
  const { db, url } = await outside()
  const role = `owner_${randomBytes(6).toString('hex')}`
  const { database } = db.connection as { database: string }
  await db.pool.query(`create role ${role} login; alter database ${database} owner to ${role}`)
  atEnd(
    async () =>
      void (await db.pool.query(
        `alter database ${database} owner to parlance; drop owned by ${role}; drop role ${role}`,
      )),
  )
  return { db, url: url.replace('//parlance@', `//${role}@`) }
}

/** Everything that a restore must bring back, comparable: rows by their table, sequences, the schema. */
export async function contentOf(db: Handle) {
  const rows: Record<string, unknown> = {}
  for (const { table } of await savedTables(db)) {
    if (table === 'schema_migrations') continue
    // Names of tables are no values.
    const query = `select count(*) as count, md5(string_agg(t::text, E'\\n' order by t::text)) as rows from "${table}" t`
    rows[table] = await db.one(Object.assign(sql``, { strings: Object.assign([query], { raw: [query] }) }))
  }
  const applied = await db.rows(sql`
    select name, checksum from schema_migrations union all select name, checksum from sql_files order by 1`)
  return { rows, applied, sequences: await sequences(db), schema: await dumpSchema(db) }
}
