import { contract } from '@parlance/contract'
import type { Author } from '../../changes/author.ts'
import { record } from '../../changes/record.ts'
import { isTaken } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { findNamespaces, lockNamespace } from './namespace.ts'

export const updateNamespace = implement(contract.updateNamespace, ({ db }, { access, params, body }) =>
  transaction(db, async (tx) => {
    const before = await lockNamespace(tx, access.projectId, params.namespaceId)
    if (body.name !== undefined && body.name !== before.name) await rename(tx, access.by, before, body.name)
    const [namespace] = await findNamespaces(tx, access.projectId, sql`n.id = ${before.id}`)
    if (!namespace) throw fault('namespaceNotFound')
    return namespace
  }),
)

async function rename(tx: Transaction, by: Author, before: { id: number; name: string }, name: string): Promise<void> {
  try {
    await tx.run(sql`update namespaces set name = ${name}, updated_at = ${by.at} where id = ${before.id}`)
  } catch (error) {
    throw isTaken(error, 'namespaces_living_name') ? fault('namespaceExists') : error
  }
  record(tx, by, [
    {
      event: 'namespace.updated',
      namespace: name,
      before: { namespaceId: before.id, name: before.name },
      after: { namespaceId: before.id, name },
    },
  ])
}
