import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { assertLocale, type ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'

export interface ProjectValue {
  id: number
  keyId: number
  key: string
  namespace: string
  localeId: number
  locale: string
}

/** A value by its id: of a living key of the project, in a language that is on it and that the caller may see. */
export async function findValue(db: Handle, access: ProjectAccess, translationId: number): Promise<ProjectValue> {
  const found = await db.row<ProjectValue>(sql`
    select t.id, k.id as "keyId", k.name as key, n.name as namespace, l.id as "localeId", l.code as locale
    from translations t
    join keys k on k.id = t.key_id and k.deleted_at is null
    join namespaces n on n.id = k.namespace_id
    join project_locales pl on pl.project_id = t.project_id and pl.locale_id = t.locale_id
    join locales l on l.id = t.locale_id
    where t.id = ${translationId} and t.project_id = ${access.projectId}`)
  if (!found) throw fault('valueKeyNotFound')
  assertLocale(access, found.locale)
  return found
}

/** The same, after a wait for all others who write to its key: what is read from then on is as they left it. */
export async function lockValue(tx: Transaction, access: ProjectAccess, translationId: number): Promise<ProjectValue> {
  // A statement of its own: one that waits for a lock goes on with what it saw before.
  await tx.run(sql`
    select 1 from keys
    where id = (select key_id from translations where id = ${translationId}) and project_id = ${access.projectId}
    for no key update`)
  return findValue(tx, access, translationId)
}
