import type { Author } from '../../changes/author.ts'
import { record } from '../../changes/record.ts'
import type { Handle } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { LostRace, type Transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'

export interface NamespaceRow {
  id: number
  name: string
  isDefault: boolean
  keyCount: number
}

// Keys are counted for all of them at once: right after an import the planner reads the whole table to count those of one
// namespace, and did so for each of eleven (0.5 s).
export const findNamespaces = (db: Handle, projectId: number, only: Sql = sql`true`) =>
  db.rows<NamespaceRow>(sql`
    with chosen as materialized (
      select n.id, n.name, n.is_default from namespaces n
      where n.project_id = ${projectId} and n.deleted_at is null and ${only}
    ), counted as (
      select k.namespace_id, count(*) as keys from keys k
      where k.namespace_id = any(array(select id from chosen)) and k.deleted_at is null
      group by k.namespace_id
    )
    select n.id, n.name, n.is_default as "isDefault", coalesce(c.keys, 0) as "keyCount"
    from chosen n left join counted c on c.namespace_id = n.id
    order by not n.is_default, n.name`)

/** One namespace of a project, locked: neither renamed nor deleted by others until the commit. */
export async function lockNamespace(tx: Transaction, projectId: number, namespaceId: number) {
  const found = await tx.row<{ id: number; name: string; isDefault: boolean }>(sql`
    select id, name, is_default as "isDefault" from namespaces
    where id = ${namespaceId} and project_id = ${projectId} and deleted_at is null
    for update`)
  if (!found) throw fault('namespaceNotFound')
  return found
}

/** How a request names a namespace; neither means the project's default one. */
export interface NamespaceRef {
  namespace?: string | undefined
  namespaceId?: number | undefined
}

/** Whether a namespace `n` is the one. */
export const isMeant = ({ namespace, namespaceId }: NamespaceRef): Sql => {
  if (namespaceId !== undefined) return sql`n.id = ${namespaceId}`
  return namespace === undefined ? sql`n.is_default` : sql`n.name = ${namespace}`
}

/**
 * Whether a namespace `n` is the one that a path names. `default` is the default one, whatever it is called by now,
 * unless another bears that name: addresses in builds outlive a new name.
 */
export const isInPath = (projectId: number, name: string): Sql =>
  name === 'default'
    ? sql`n.id = coalesce(
        (select d.id from namespaces d where d.project_id = ${projectId} and d.name = ${name} and d.deleted_at is null),
        (select d.id from namespaces d where d.project_id = ${projectId} and d.is_default))`
    : sql`n.name = ${name}`

type Found = Pick<NamespaceRow, 'id' | 'name'>

/** The namespace a write goes into. A name that does not exist yet is created; an id that names nothing is refused. */
export async function ensureNamespace(tx: Transaction, by: Author, ref: NamespaceRef): Promise<Found> {
  const found = await shareNamespace(tx, by.projectId, ref)
  if (found) return found
  if (ref.namespaceId !== undefined) throw fault('namespaceNotFound')
  if (ref.namespace === undefined) throw fault('noDefaultNamespace')
  const created = await insertNamespace(tx, by, ref.namespace)
  if (created) {
    record(tx, by, [createdChange(created)])
    return created
  }
  // Another transaction was faster; its row is visible now.
  const theirs = await shareNamespace(tx, by.projectId, ref)
  if (!theirs) throw new LostRace()
  return theirs
}

// The lock is the one the foreign key of a new key takes anyway. Taken here, it keeps a namespace that is being deleted
// from receiving keys: `lockNamespace` waits for it, and whoever comes later finds the namespace gone.
const shareNamespace = (tx: Transaction, projectId: number, ref: NamespaceRef) =>
  tx.row<Found>(sql`
    select n.id, n.name from namespaces n
    where n.project_id = ${projectId} and n.deleted_at is null and ${isMeant(ref)}
    for key share`)

/** Undefined when the name is taken. */
export const insertNamespace = (tx: Transaction, { projectId, at }: Author, name: string) =>
  tx.row<Found>(sql`
    insert into namespaces (project_id, name, created_at, updated_at)
    values (${projectId}, ${name}, ${at}, ${at})
    on conflict (project_id, name) where deleted_at is null do nothing
    returning id, name`)

export const createdChange = ({ id, name }: Found) =>
  ({ event: 'namespace.created', namespace: name, after: { namespaceId: id, name } }) as const
