import { createHash } from 'node:crypto'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { formatDataVersion } from '../keys/index.ts'

/**
 * Stands for what somebody would get: for what was asked, what they may see, and the last change that shows, of these
 * languages or of none, as of keys. Only that is read: nothing of the values is looked at, and other languages change nothing.
 *
 * Changes that no export shows are left out. Every export that is taken whole is such a change itself; parameters follow from
 * texts. The index of the others has this condition.
 */
export async function tagOf(
  db: Handle,
  { projectId, localeCodes }: ProjectAccess,
  locales: readonly string[],
  query: object,
): Promise<string> {
  const { seq, version } = await db.one<{ seq: number; version: number }>(sql`
    select coalesce(max(last.seq), 0) as seq, ${formatDataVersion(projectId)} as version
    from unnest(${['', ...locales]}::text[]) as asked (code)
    cross join lateral (
      select seq from changes
      where project_id = ${projectId} and coalesce(locale, '') = asked.code and event not in (
        'export.completed', 'import.completed', 'schema.updated', 'comment.created', 'comment.updated', 'comment.deleted')
      order by seq desc limit 1
    ) last`)
  const what = JSON.stringify([projectId, seq, version, localeCodes, locales, Object.entries(query).sort()])
  return `"${createHash('sha256').update(what).digest('hex').slice(0, 32)}"`
}
