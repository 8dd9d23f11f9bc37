import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../implement.ts'
import { removeKey } from './remove-key.ts'

export const deleteKey = implement(contract.deleteKey, ({ db }, { access, params }) =>
  transaction(db, (tx) => removeKey(tx, access.by, sql`k.id = ${params.keyId}`)),
)
