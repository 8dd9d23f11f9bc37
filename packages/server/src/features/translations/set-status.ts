import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { assertHolds } from '../../http/access.ts'
import { implement } from '../../implement.ts'
import { allWritten } from './refusal.ts'
import { findValue } from './value-of-project.ts'
import { writeValues } from './write-values.ts'

export const setStatus = implement(contract.setStatus, ({ db }, { access, params, body }) => {
  const { status } = body
  if (status === 'translated') assertHolds(access, 'translation.review')
  return transaction(db, async (tx) => {
    // A statement of its own: the value is read after the wait for the lock, as others left it.
    await tx.run(sql`
      select 1 from keys
      where id = (select key_id from translations where id = ${params.translationId}) and project_id = ${access.projectId}
      for no key update`)
    const found = await findValue(tx, access, params.translationId)
    allWritten(await writeValues(tx, access.by, [{ ...found, status }]))
  })
})
