import { performance } from 'node:perf_hooks'
import { contract } from '@parlance/contract'
import type { Author } from '../../changes/author.ts'
import { recordFrom } from '../../changes/record.ts'
import { isTaken } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { LostRace, type Transaction, transaction } from '../../db/transaction.ts'
import { implement } from '../../implement.ts'
import { ensureNamespace, takeTurnOfMany } from '../projects/index.ts'
import { type BatchError, batchResult, lockKeys, without } from './batch.ts'

export const batchMoveKeys = implement(contract.batchMoveKeys, ({ db }, { access, body }) => {
  const startedAt = performance.now()
  const { projectId } = access
  return transaction(db, async (tx) => {
    // `lockKeys` takes it too, but here the namespace is locked before.
    await takeTurnOfMany(tx, projectId)
    const target = await ensureNamespace(tx, access.by, { namespaceId: body.targetNamespaceId })
    const { living, errors } = await lockKeys(tx, projectId, body.keyIds)
    errors.push(...(await findClashes(tx, target.id, living)))
    const { changes } = await move(tx, access.by, target, without(living, errors)).catch((error) => {
      // A key of that name came into the target since we looked: look again.
      throw isTaken(error, 'keys_living_name') ? new LostRace() : error
    })
    return batchResult(body.keyIds, errors, startedAt, changes)
  })
})

function move(tx: Transaction, by: Author, target: { id: number; name: string }, keyIds: readonly number[]) {
  const from = sql`
    moving as (
      select k.id, n.name as namespace
      from keys k join namespaces n on n.id = k.namespace_id
      where k.id = any(${keyIds}::bigint[]) and k.namespace_id <> ${target.id}
    ), moved as (
      update keys k set namespace_id = ${target.id}, updated_at = ${by.at}
      from moving m where k.id = m.id
      returning k.id, k.name, m.namespace
    )`
  const select = sql`
    select id as position, 'key.updated' as event, id as key_id, name as key_name, ${target.name}::text as namespace,
           null::bigint as translation_id, null::text as locale,
           jsonb_build_object('namespace', namespace) as before,
           jsonb_build_object('namespace', ${target.name}::text) as after
    from moved`
  return recordFrom(tx, by, { from, select })
}

/** Of several keys of one name that would meet in the target, the oldest moves; a name that is there already stays. */
async function findClashes(tx: Transaction, targetId: number, keyIds: readonly number[]): Promise<BatchError[]> {
  const clashing = await tx.rows<{ keyId: number; key: string }>(sql`
    with moving as (
      select id, name, name_hash, row_number() over (partition by name_hash order by id) as rank
      from keys
      where id = any(${keyIds}::bigint[]) and namespace_id <> ${targetId}
    )
    select m.id as "keyId", m.name as key
    from moving m
    where m.rank > 1 or exists (
      select 1 from keys k where k.namespace_id = ${targetId} and k.name_hash = m.name_hash and k.deleted_at is null)`)
  return clashing.map((key) => ({ ...key, message: 'A key of this name exists in the target namespace' }))
}
