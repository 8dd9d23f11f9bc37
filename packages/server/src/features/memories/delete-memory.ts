import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'

export const deleteMemory = implement(contract.deleteMemory, ({ db }, { params }) =>
  transaction(db, async (tx) => {
    // Locks the memory first, as all writers do, and then what hangs on it.
    if ((await tx.run(sql`delete from memories where id = ${params.tmId}`)) === 0) throw fault('notFound')
  }),
)
