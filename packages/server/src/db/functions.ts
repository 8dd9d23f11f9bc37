import type { ClientBase, DatabaseError } from 'pg'
import { readSqlFiles, type SqlFile } from './sql-files.ts'

/** Functions and triggers, a file each, named after the function. They are edited in place, unlike migrations. */
export const FUNCTIONS = new URL('../../sql/', import.meta.url)

/**
 * Applies the files of `sql/` that differ from what was applied last, in the order of their names. It runs within the
 * transaction of the migrations and after them, so a file finds the newest tables, and a fault in it leaves all as it
 * was.
 *
 * No file may leave a second function of its name behind when its arguments change. Hence it drops by name, whatever
 * the arguments were, and creates anew. Where columns, indexes or triggers stand on a function PostgreSQL refuses the
 * drop, and the file replaces it; its arguments can change only in a migration that moves what stands on it.
 */
export async function applyFunctions(client: ClientBase, folder: URL): Promise<string[]> {
  const known = await client.query<{ name: string; checksum: string }>('select name, checksum from sql_files')
  const applied = new Map(known.rows.map(({ name, checksum }) => [name, checksum]))
  const changed = (await readSqlFiles(folder)).filter(({ name, checksum }) => applied.get(name) !== checksum)
  if (changed.length === 0) return []
  for (const file of changed) await client.query(file.text).catch((error) => Promise.reject(explained(file, error)))
  await client.query(
    `insert into sql_files (name, checksum, applied_at)
     select name, checksum, now() from unnest($1::text[], $2::text[]) as changed (name, checksum)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`,
    [changed.map(({ name }) => name), changed.map(({ checksum }) => checksum)],
  )
  return changed.map(({ name }) => `sql/${name}`)
}

function explained({ name, text }: SqlFile, error: DatabaseError): Error {
  const line = error.position ? `, line ${text.slice(0, Number(error.position)).split('\n').length},` : ''
  return new Error(`The file sql/${name}${line} cannot be applied: ${error.message}`, { cause: error })
}
