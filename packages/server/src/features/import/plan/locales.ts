import type { Change } from '../../../changes/change.ts'
import type { Handle } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { ProjectAccess } from '../../../http/access.ts'
import { ensureLocales } from '../../organizations/index.ts'

/**
 * Locales by their codes. One that was taken off the project has left its values behind: they are in the way of a file
 * that brings it back.
 */
export async function findLocaleIds(db: Handle, { organizationId, projectId }: ProjectAccess) {
  const found = await db.rows<{ id: number; code: string; isOnProject: boolean }>(sql`
    select l.id, l.code, pl.locale_id is not null as "isOnProject"
    from locales l left join project_locales pl on pl.project_id = ${projectId} and pl.locale_id = l.id
    where l.organization_id = ${organizationId}`)
  const idsOf = (locales: typeof found) => new Map(locales.map(({ id, code }) => [code, id]))
  return { onProject: idsOf(found.filter(({ isOnProject }) => isOnProject)), known: idsOf(found) }
}

/** Puts languages on the project that it lacks. */
export async function addLocales(tx: Transaction, { organizationId, by }: ProjectAccess, codes: readonly string[]) {
  const locales = codes.length === 0 ? [] : await ensureLocales(tx, organizationId, codes)
  const added = await tx.rows<{ id: number }>(sql`
    insert into project_locales (project_id, locale_id, added_at)
    select ${by.projectId}::bigint, id, ${by.at}::timestamptz
    from unnest(${locales.map(({ id }) => id)}::bigint[]) as id
    on conflict do nothing
    returning locale_id as id`)
  const isNew = new Set(added.map(({ id }) => id))
  const changes: Change[] = locales
    .filter(({ id }) => isNew.has(id))
    .map(({ code }) => ({ event: 'project.locale_added', locale: code }))
  return { ids: new Map(locales.map(({ id, code }) => [code, id])), changes }
}
