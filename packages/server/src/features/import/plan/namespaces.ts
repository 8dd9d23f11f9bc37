import type { Author } from '../../../changes/author.ts'
import type { Change } from '../../../changes/change.ts'
import type { Handle } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { LostRace, type Transaction } from '../../../db/transaction.ts'
import type { ProjectAccess } from '../../../http/access.ts'
import { ensureLocales } from '../../organizations/index.ts'
import { createdChange } from '../../projects/index.ts'

interface Namespace {
  id: number
  name: string
}

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

/** Living namespaces by name. */
export async function findNamespaceIds(db: Handle, projectId: number, names: Iterable<string>) {
  const found = await db.rows<Namespace>(sql`
    select id, name from namespaces
    where project_id = ${projectId} and deleted_at is null and name = any(${[...names]}::text[])`)
  return new Map(found.map(({ id, name }) => [name, id]))
}

/** The same, held until the commit: none of them is deleted meanwhile, and those that are missing are created. */
export async function ensureNamespaces(tx: Transaction, { projectId, at }: Author, names: Iterable<string>) {
  const wanted = [...new Set(names)].sort()
  const created = await tx.rows<Namespace>(sql`
    insert into namespaces (project_id, name, created_at, updated_at)
    select ${projectId}::bigint, name, ${at}::timestamptz, ${at}::timestamptz
    from unnest(${wanted}::text[]) as name
    where not exists (
      select 1 from namespaces n where n.project_id = ${projectId} and n.name = name.name and n.deleted_at is null)
    on conflict (project_id, name) where deleted_at is null do nothing
    returning id, name`)
  const ids = await shareNamespaces(tx, projectId, wanted)
  if (ids.size < wanted.length) throw new LostRace()
  const changes: Change[] = created.map(createdChange)
  return { ids, created: created.map(({ name }) => name), changes }
}

/** Those that exist, held until the commit. */
export async function shareNamespaces(tx: Transaction, projectId: number, names: Iterable<string>) {
  const found = await tx.rows<Namespace>(sql`
    select id, name from namespaces
    where project_id = ${projectId} and deleted_at is null and name = any(${[...names]}::text[])
    order by id for key share`)
  return new Map(found.map(({ id, name }) => [name, id]))
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
