import { contract } from '@parlance/contract'
import { record } from '../../changes/record.ts'
import { isTaken } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../http/implement.ts'
import { findNamespaces, lockNamespace } from './namespace.ts'

export const updateNamespace = implement(contract.updateNamespace, ({ db }, { access, params, body, now }) =>
  transaction(db, async (tx) => {
    const before = await lockNamespace(tx, access.projectId, params.namespaceId)
    if (body.name !== undefined && body.name !== before.name) await rename(tx, access, before, body.name, now)
    const [namespace] = await findNamespaces(tx, access.projectId, sql`n.id = ${before.id}`)
    if (!namespace) throw fault('namespaceNotFound')
    return namespace
  }),
)

async function rename(
  tx: Transaction,
  { projectId, actor }: ProjectAccess,
  before: { id: number; name: string },
  name: string,
  now: Date,
): Promise<void> {
  try {
    await tx.run(sql`update namespaces set name = ${name}, updated_at = ${now} where id = ${before.id}`)
  } catch (error) {
    throw isTaken(error, 'namespaces_living_name') ? fault('namespaceExists') : error
  }
  record(tx, projectId, actor, now, [
    {
      event: 'namespace.updated',
      namespace: name,
      before: { namespaceId: before.id, name: before.name },
      after: { namespaceId: before.id, name },
    },
  ])
}
