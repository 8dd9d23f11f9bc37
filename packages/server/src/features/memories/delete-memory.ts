import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../http/implement.ts'

export const deleteMemory = implement(contract.deleteMemory, async ({ db }, { params }) => {
  if ((await db.run(sql`delete from memories where id = ${params.tmId}`)) === 0) throw fault('notFound')
})
