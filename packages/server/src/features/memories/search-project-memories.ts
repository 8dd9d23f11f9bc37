import { contract } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { assertHolds, assertLocale } from '../../http/access.ts'
import { implement } from '../../http/implement.ts'
import { type SearchedMemory, search } from './search.ts'
import { findLocale } from './target-locale.ts'

export const searchProjectMemories = implement(contract.searchProjectMemories, async ({ db }, { access, body }) => {
  // Before the permission: a locale that nobody has is told to anybody who sees the project.
  const locale = await findLocale(db, access.organizationId, body.targetLocaleId)
  assertHolds(access, 'translation_memory.view')
  assertHolds(access, 'translation.view')
  assertLocale(access, locale.code)
  return search(db, await findSearched(db, access.projectId), body)
})

/** The memories assigned to a project, and those that are shared with all projects of its source language. */
const findSearched = (db: Handle, projectId: number) =>
  db.rows<SearchedMemory>(sql`
    select m.id, m.name, coalesce(a.priority, 0) as priority, coalesce(a.penalty, 0) as penalty
    from projects p
    join memories m on m.organization_id = p.organization_id and m.source_locale_id = p.source_locale_id
    left join memory_assignments a on a.project_id = p.id and a.memory_id = m.id
    where p.id = ${projectId} and (a.memory_id is not null or m.is_shared)
    order by priority desc, m.id`)
