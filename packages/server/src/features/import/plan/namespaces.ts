import type { Author } from '../../../changes/author.ts'
import type { Change } from '../../../changes/change.ts'
import type { Handle } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { LostRace, type Transaction } from '../../../db/transaction.ts'
import { createdChange } from '../../projects/index.ts'

interface Namespace {
  id: number
  name: string
}

export async function defaultNamespaceOf(db: Handle, projectId: number): Promise<string> {
  const found = await db.row<{ name: string }>(
    sql`select name from namespaces where project_id = ${projectId} and is_default and deleted_at is null`,
  )
  return found?.name ?? 'default'
}

export async function findNamespaceNames(db: Handle, projectId: number): Promise<Set<string>> {
  const found = await db.rows<{ name: string }>(
    sql`select name from namespaces where project_id = ${projectId} and deleted_at is null`,
  )
  return new Set(found.map(({ name }) => name))
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
