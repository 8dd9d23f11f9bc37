import { MIGRATIONS } from '../db/migrate.ts'
import type { Handle } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import { readSqlFiles } from '../db/sql-files.ts'
import type { Sequence, TableHead } from './format.ts'

/** Made anew by whoever restores: which functions there are is a matter of the version that runs. */
const OF_THE_VERSION = 'sql_files'
/**
 * Mail that waits goes out within seconds: when a backup is restored it has long been sent, and what it says, with the links
 * in it, is for its receiver alone.
 */
const OF_THE_MOMENT = 'mails'

/**
 * The names of all tables that we have ever made. An outside database may hold tables of others, too, which are none of
 * our business; and an older schema may have such as are gone since.
 */
export async function ownTables(): Promise<string[]> {
  const texts = (await readSqlFiles(MIGRATIONS)).map(({ text }) => text)
  return ['schema_migrations', ...texts.flatMap((text) => named(text, /^create (?:unlogged )?table (\w+)/gim))]
}

/** Those that stand by themselves; identities bring theirs along. */
async function ownSequences(): Promise<string[]> {
  return (await readSqlFiles(MIGRATIONS)).flatMap(({ text }) => named(text, /^create sequence (\w+)/gim))
}

const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

const here = sql`current_schema()::regnamespace`

/** Which of our tables there are. */
export async function tablesHere(db: Handle): Promise<string[]> {
  const names = await ownTables()
  const rows = await db.rows<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = ${here} and relkind in ('r', 'p') and relname = any(${names}::text[])
    order by oid`)
  return rows.map(({ name }) => name)
}

/**
 * What a backup holds: tables in the order in which they were made, with the columns that are not worked out from others.
 * Tables that are not logged are left out. A crash empties them, so nothing stands on them: who has a stream open at this
 * moment, how often somebody has imported just now, and the probe whether there is room to write.
 */
export async function savedTables(db: Handle): Promise<TableHead[]> {
  const names = (await ownTables()).filter((name) => name !== OF_THE_VERSION && name !== OF_THE_MOMENT)
  return db.rows<TableHead>(sql`
    select c.relname as table, array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns
    from pg_class c
    where c.relnamespace = ${here} and c.relkind = 'r' and c.relpersistence = 'p' and c.relname = any(${names}::text[])
    order by c.oid`)
}

/**
 * Where our sequences stand: at least as far as any row that the transaction sees, for they are read after it began. One
 * that was never asked stands at its beginning.
 */
export async function sequences(db: Handle): Promise<Sequence[]> {
  const [tables, alone] = [await ownTables(), await ownSequences()]
  return db.rows<Sequence>(sql`
    select c.relname as name, s.last_value::text as last
    from pg_class c
    join pg_sequences s on s.schemaname = current_schema() and s.sequencename = c.relname
    where c.relnamespace = ${here} and c.relkind = 'S' and s.last_value is not null
      and (c.relname = any(${alone}::text[]) or exists (
        select from pg_depend d join pg_class t on t.oid = d.refobjid
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')
          and t.relpersistence = 'p' and t.relname = any(${tables}::text[])))
    order by 1`)
}

export const setSequences = (all: Sequence[]): Sql => sql`
  select setval(format('%I', s.name)::regclass, s.last::bigint)
  from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as s (name text, last text)`
