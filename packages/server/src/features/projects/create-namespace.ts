import { contract } from '@parlance/contract'
import { record } from '../../changes/record.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { createdChange, insertNamespace } from './namespace.ts'

export const createNamespace = implement(contract.createNamespace, ({ db }, { access, body }) =>
  transaction(db, async (tx) => {
    const created = await insertNamespace(tx, access.by, body.name)
    if (!created) throw fault('namespaceExists')
    record(tx, access.by, [createdChange(created)])
    return { ...created, isDefault: false, keyCount: 0 }
  }),
)
