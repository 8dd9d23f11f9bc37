import { contract } from '@parlance/contract'
import { isTaken } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { lockKey, readKeyIfAllowed } from './key.ts'
import { assertMayShorten, writeMetadata } from './metadata.ts'

export const updateKey = implement(contract.updateKey, ({ db }, { access, params, body }) =>
  transaction(db, async (tx) => {
    const { projectId } = access
    const locked = () => lockKey(tx, projectId, params.keyId)
    // Namespaces are locked before keys, but a key that is not there is told before a namespace that is not.
    const target =
      body.namespaceId === undefined
        ? undefined
        : await findTarget(tx, access, body.namespaceId).catch((error) => locked().then(() => Promise.reject(error)))
    const before = await locked()
    await assertMayShorten(tx, access, before, body)
    const namespace = target ?? { id: before.namespaceId, name: before.namespace }
    const key = await writeMetadata(tx, access, before, body, namespace).catch((error) => {
      throw isTaken(error, 'keys_living_name') ? fault('keyNameTaken') : error
    })
    return readKeyIfAllowed(tx, access, key)
  }),
)

/**
 * A namespace of the caller's other projects is "elsewhere"; one of strangers is told apart from none at all by nobody.
 */
async function findTarget(tx: Transaction, { projectId, organizationId }: ProjectAccess, namespaceId: number) {
  const found = await tx.row<{ id: number; name: string; projectId: number }>(sql`
    select n.id, n.name, n.project_id as "projectId"
    from namespaces n join projects p on p.id = n.project_id
    where n.id = ${namespaceId} and n.deleted_at is null and p.deleted_at is null
      and p.organization_id = ${organizationId}
    for key share of n`)
  if (!found) throw fault('namespaceNotFound')
  if (found.projectId !== projectId) throw fault('namespaceElsewhere')
  return found
}
