import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../implement.ts'
import { findMemory, presentMemory } from './memory.ts'
import { populateMemory } from './populate/populate.ts'

export const updateMemory = implement(contract.updateMemory, async ({ db, clock }, { access, params, body, now }) => {
  // What was written until now is taken up by the rules that held until now.
  await populateMemory(db, clock, params.tmId)
  return transaction(db, async (tx) => {
    await tx.run(sql`select 1 from memories where id = ${params.tmId} for no key update`)
    const before = await findMemory(tx, access, params.tmId)
    const { name, description, isShared, autoPopulate, onlyApproved } = { ...before, ...body }
    await tx.run(sql`
      update memories
      set name = ${name}, description = ${description}, is_shared = ${isShared}, auto_populate = ${autoPopulate},
          only_approved = ${onlyApproved}, updated_at = ${now}
      where id = ${params.tmId}
        and (name, description, is_shared, auto_populate, only_approved)
            is distinct from (${name}, ${description}, ${isShared}, ${autoPopulate}, ${onlyApproved})`)
    return presentMemory(await findMemory(tx, access, params.tmId))
  })
})
