import { createHash } from 'node:crypto'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { formatDataVersion } from '../keys/index.ts'

/** Changes that no export shows. Every export that is taken whole is such a change itself. */
const UNSEEN = [
  'export.completed',
  'import.completed',
  'comment.created',
  'comment.updated',
  'comment.deleted',
] as const

/**
 * Stands for what somebody would get: for what was asked, what they may see, and the last change that shows. The log is
 * read backwards by its primary key, to the first that counts: nothing of the values is looked at.
 */
export async function tagOf(db: Handle, access: ProjectAccess, query: object): Promise<string> {
  const { projectId, localeCodes } = access
  const { seq, version } = await db.one<{ seq: number; version: number }>(sql`
    select coalesce((
             select seq from changes
             where project_id = ${projectId} and event <> all(${[...UNSEEN]}::text[])
             order by seq desc limit 1), 0) as seq,
           ${formatDataVersion(projectId)} as version`)
  const what = JSON.stringify([projectId, seq, version, localeCodes, Object.entries(query).sort()])
  return `"${createHash('sha256').update(what).digest('hex').slice(0, 32)}"`
}
