import type { Parameter } from '@parlance/checks'
import { contract } from '@parlance/contract'
import type { Author } from '../../changes/author.ts'
import type { Change } from '../../changes/change.ts'
import { record } from '../../changes/record.ts'
import { isTaken } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { LostRace, type Transaction, transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { ensureNamespace } from '../projects/index.ts'
import { type KeyRow, keyColumns, readKeyIfAllowed } from './key.ts'
import { assertRoomForKeys, takeTurnOfPlan } from './plan-limit.ts'

/**
 * The values and parameters are told again, one change each: whoever follows the changes forgot them when the key was deleted. When the
 * namespace was deleted meanwhile, one of its name takes its place.
 */
export const restoreKey = implement(contract.restoreKey, ({ db }, { access, params }) =>
  transaction(db, async (tx) => {
    const { projectId, by } = access
    await takeTurnOfPlan(tx, access)
    const namespace = await namespaceOf(tx, by, params.keyId)
    const deleted = await tx.row<KeyRow & { asksFor: Parameter[] }>(sql`
      select ${keyColumns}, k.params as "asksFor"
      from keys k join namespaces n on n.id = k.namespace_id
      where k.id = ${params.keyId} and k.project_id = ${projectId} and k.deleted_at is not null and not k.is_removed
      for no key update of k`)
    if (deleted?.namespace !== namespace.name) throw new LostRace()
    await assertRoomForKeys(tx, access, 1)
    await undelete(tx, deleted.id, namespace.id)
    const { asksFor, ...stored } = deleted
    const key = { ...stored, namespaceId: namespace.id }
    const { id, isPlural, description, characterLimit, syntax } = key
    const names = { keyId: id, key: key.key, namespace: namespace.name }
    record(tx, by, [
      { event: 'key.restored', ...names, after: { isPlural, description, characterLimit, syntax } },
      ...(await restoredValues(tx, id)).map((value) => ({ ...value, ...names })),
      ...(asksFor.length > 0 ? [{ event: 'schema.updated', ...names, after: { params: asksFor } } as const] : []),
    ])
    return readKeyIfAllowed(tx, access, key)
  }),
)

/** Before the key is locked, as whoever deletes a namespace with its keys does it. */
async function namespaceOf(tx: Transaction, by: Author, keyId: number) {
  const deleted = await tx.row<{ namespace: string }>(sql`
    select n.name as namespace from keys k join namespaces n on n.id = k.namespace_id
    where k.id = ${keyId} and k.project_id = ${by.projectId} and k.deleted_at is not null and not k.is_removed`)
  if (!deleted) throw fault('keyNotFound')
  return ensureNamespace(tx, by, deleted)
}

async function undelete(tx: Transaction, keyId: number, namespaceId: number): Promise<void> {
  try {
    await tx.run(sql`update keys set deleted_at = null, namespace_id = ${namespaceId} where id = ${keyId}`)
  } catch (error) {
    throw isTaken(error, 'keys_living_name') ? fault('keyNameTaken') : error
  }
}

const restoredValues = (tx: Transaction, keyId: number) =>
  tx.rows<Change>(sql`
    select 'translation.restored' as event, t.id as "translationId", l.code as locale,
           jsonb_build_object('value', t.value, 'status', t.status) as after
    from translations t
    join project_locales pl on pl.project_id = t.project_id and pl.locale_id = t.locale_id
    join locales l on l.id = t.locale_id
    where t.key_id = ${keyId}
    order by l.code`)
