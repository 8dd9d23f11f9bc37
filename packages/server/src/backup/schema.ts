import { FUNCTIONS } from '../db/functions.ts'
import { createMigrationsTable, MIGRATIONS } from '../db/migrate.ts'
import { sql } from '../db/sql.ts'
import { readSqlFiles } from '../db/sql-files.ts'
import { StartFault } from '../start-fault.ts'
import type { OneConnection } from './connection.ts'
import type { Header, TableHead } from './format.ts'
import { savedTables } from './tables.ts'

/** The files of the migrations that a backup stands on, in its order. Refuses one that we do not know. */
export async function migrationsFor(path: string, { migrations, version }: Header) {
  const known = new Map((await readSqlFiles(MIGRATIONS)).map((file) => [file.name, file]))
  return migrations.map(({ name, checksum }) => {
    const file = known.get(name)
    if (file === undefined) {
      throw new StartFault(
        `${path} was made by a newer version of Parlance (${version}, with the migration ${name}). Restore it with that version, or a newer one.`,
      )
    }
    if (file.checksum !== checksum)
      throw new StartFault(`${path} was made by a version of Parlance with another ${name}.`)
    return file
  })
}

/**
 * The schema as it was when the backup was made, without rows. Columns and indexes are worked out by the functions that
 * we have now: those of then are not kept anywhere, and whoever changed one has rewritten in a migration what stands on
 * it, which finds everything done here.
 */
export async function createSchema(db: OneConnection, files: Awaited<ReturnType<typeof migrationsFor>>): Promise<void> {
  await createMigrationsTable(db.client)
  for (const { text } of files) await db.client.query(text)
  const inUse = await db.rows<{ name: string }>(sql`
    select distinct p.proname as name
    from pg_depend d join pg_proc p on p.oid = d.refobjid
    where d.refclassid = 'pg_proc'::regclass and p.pronamespace = current_schema()::regnamespace
      and d.classid in ('pg_attrdef'::regclass, 'pg_class'::regclass, 'pg_constraint'::regclass)
      and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')`)
  const names = new Set(inUse.map(({ name }) => `${name}.sql`))
  for (const { name, text } of await readSqlFiles(FUNCTIONS)) if (names.has(name)) await db.client.query(text)
}

/** Refuses a file whose tables are not those of its schema: nothing else of it can be trusted then. */
export async function assertSameTables(db: OneConnection, path: string, given: Iterable<TableHead>): Promise<void> {
  const known = new Map((await savedTables(db)).map(({ table, columns }) => [table, columns.toSorted().join()]))
  for (const { table, columns } of given) {
    if (known.get(table) !== columns.toSorted().join())
      throw new StartFault(`${path} has a table ${table} that its schema has not.`)
    known.delete(table)
  }
  const [missing] = known.keys()
  if (missing !== undefined) throw new StartFault(`${path} lacks the table ${missing}.`)
}

/**
 * Puts aside what each row would have to pass, and returns what brings it back. Built over all rows at once, indexes and
 * foreign keys take a fraction of the time; and the order of tables does not matter. Rules that old rows were never held
 * to (`not valid`) must not be held against them now. Triggers have done their work when the rows were first written.
 */
export async function putAside(db: OneConnection, tables: readonly string[]): Promise<() => Promise<void>> {
  const constraints = await db.rows<{ drop: string; make: string }>(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint
    where conrelid = any(${tables}::text[]::regclass[]) and (contype in ('p', 'u', 'x', 'f') or (contype = 'c' and not convalidated))
    -- The others are what foreign keys stand on.
    order by contype <> 'f', conrelid, conname`)
  const indexes = await db.rows<{ drop: string; make: string }>(sql`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
    from pg_index i
    where indrelid = any(${tables}::text[]::regclass[])
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = i.indrelid)
    order by indrelid, indexrelid`)
  const triggers = await db.rows<{ table: string }>(sql`
    select distinct tgrelid::regclass::text as table from pg_trigger
    where tgrelid = any(${tables}::text[]::regclass[]) and not tgisinternal`)
  const run = async (statements: string[]) => {
    for (const statement of statements) await db.client.query(statement)
  }
  await run(triggers.map(({ table }) => `alter table ${table} disable trigger user`))
  await run([...constraints, ...indexes].map(({ drop }) => drop))
  return async () => {
    await run([...indexes, ...constraints.toReversed()].map(({ make }) => make))
    await run(triggers.map(({ table }) => `alter table ${table} enable trigger user`))
  }
}
