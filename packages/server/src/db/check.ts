import { StartFault } from '../start-fault.ts'
import type { Handle } from './pool.ts'
import { sql } from './sql.ts'

const OLDEST_VERSION = 15

/** Refuses a server on which the product would work almost, naming each thing to mend. */
export async function checkServer(db: Handle): Promise<void> {
  const server = await db.one<{ version: number; encoding: string; extensions: boolean }>(sql`
    select current_setting('server_version_num')::int / 10000 as version,
           pg_encoding_to_char(encoding) as encoding,
           (select count(*) from pg_available_extensions where name in ('pg_trgm', 'btree_gin')) = 2 as extensions
    from pg_database where datname = current_database()`)
  const faults: string[] = []
  if (server.version < OLDEST_VERSION) {
    faults.push(`PostgreSQL ${OLDEST_VERSION} or newer is needed, this is ${server.version}.`)
  }
  if (server.encoding !== 'UTF8') faults.push(`The encoding must be UTF8, this database has ${server.encoding}.`)
  if (!server.extensions) {
    faults.push('The extensions pg_trgm and btree_gin are missing (package postgresql-contrib).')
  }
  if (faults.length > 0) throw new StartFault(['This database cannot be used.', ...faults].join(' '))
}

/** With LC_CTYPE "C" trigrams exist for ASCII alone, and every search in another script would find nothing. */
export async function checkTrigrams(db: Handle): Promise<void> {
  const { works } = await db.one<{ works: boolean }>(sql`select cardinality(show_trgm('жук')) > 0 as works`)
  if (works) return
  throw new StartFault(
    'This database cannot search text beyond ASCII: its LC_CTYPE is "C". Create one with "create database … template template0 locale \'C.UTF-8\'".',
  )
}
