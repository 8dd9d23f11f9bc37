import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../implement.ts'
import { isInPath } from '../projects/index.ts'
import { removeKey } from './remove-key.ts'

export const dropKey = implement(contract.dropKey, ({ db }, { access, params }) =>
  transaction(db, (tx) =>
    removeKey(
      tx,
      access.by,
      sql`${isInPath(access.projectId, params.namespace)} and k.name_hash = text_hash(${params.key})`,
    ),
  ),
)
