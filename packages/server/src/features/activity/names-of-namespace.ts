import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'

/** A name that a namespace had, from one change of its project to another, both included. */
interface Named {
  name: string
  from: number
  to: number
}

interface Told {
  id: number
  /** Null when it was created with this change. */
  before: string | null
  /** Null when it was deleted with this change. */
  after: string | null
}

/**
 * Changes tell the name that a namespace had then, and a name may have been another's before or since. The oldest comes
 * first.
 */
export async function namesOf(db: Handle, projectId: number, namespaceId: number): Promise<Named[]> {
  const told = await db.rows<Told>(sql`
    select seq as id, before ->> 'name' as before, after ->> 'name' as after
    from changes
    where project_id = ${projectId} and key_id is null
      and event in ('namespace.created', 'namespace.updated', 'namespace.deleted')
      and (coalesce(after, before) ->> 'namespaceId')::bigint = ${namespaceId}
    order by seq`)
  let name = told[0] ? told[0].before : await findName(db, projectId, namespaceId)
  let from = 0
  const names: Named[] = []
  for (const { id, after } of told) {
    if (name !== null) names.push({ name, from, to: after === null ? id : id - 1 })
    name = after
    from = id
  }
  return name === null ? names : [...names, { name, from, to: Number.MAX_SAFE_INTEGER }]
}

/** Of one that nothing was told about: the default one comes with its project. */
async function findName(db: Handle, projectId: number, namespaceId: number): Promise<string | null> {
  const found = await db.row<{ name: string }>(sql`
    select name from namespaces where id = ${namespaceId} and project_id = ${projectId}`)
  return found?.name ?? null
}
