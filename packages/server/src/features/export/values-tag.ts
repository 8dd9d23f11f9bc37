import { createHash } from 'node:crypto'
import type { Handle } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { formatDataVersion } from '../keys/index.ts'

/** Changes that no export shows. Every export that is taken whole is such a change itself; parameters follow from texts. */
const UNSEEN = [
  'export.completed',
  'import.completed',
  'schema.updated',
  'comment.created',
  'comment.updated',
  'comment.deleted',
] as const

/**
 * Stands for what somebody would get: for what was asked, what they may see, and the last change that shows. Only that
 * is read, by an index: nothing of the values is looked at. Languages that were not asked for change nothing.
 */
export async function tagOf(
  db: Handle,
  access: ProjectAccess,
  /** Undefined: all. */
  locales: readonly string[] | undefined,
  query: object,
): Promise<string> {
  const { projectId, localeCodes } = access
  const last = locales ? lastIn(projectId, locales) : lastOf(projectId, sql`true`)
  const { seq, version } = await db.one<{ seq: number; version: number }>(sql`
    select coalesce(${last}, 0) as seq, ${formatDataVersion(projectId)} as version`)
  const what = JSON.stringify([projectId, seq, version, localeCodes, Object.entries(query).sort()])
  return `"${createHash('sha256').update(what).digest('hex').slice(0, 32)}"`
}

/** The log is read backwards, to the first that counts. */
const lastOf = (projectId: number, which: Sql) => sql`(
  select seq from changes
  where project_id = ${projectId} and ${which} and event <> all(${[...UNSEEN]}::text[])
  order by seq desc limit 1)`

const lastIn = (projectId: number, locales: readonly string[]) => sql`
  greatest(
    ${lastOf(projectId, sql`locale is null`)},
    (select max(l.seq)
     from unnest(${[...locales]}::text[]) as asked (code)
     cross join lateral ${lastOf(projectId, sql`locale = asked.code`)} l))`
