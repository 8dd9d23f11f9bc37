import { contract } from '@parlance/contract'
import { transaction } from '../../db/transaction.ts'
import { assertHolds } from '../../http/access.ts'
import { implement } from '../../implement.ts'
import { reviewGate } from '../checks/index.ts'
import { assertExpected, expectationOf } from './expectation.ts'
import { allWritten } from './refusal.ts'
import { lockValue } from './value-of-project.ts'
import { writeValues } from './write-values.ts'

export const setStatus = implement(contract.setStatus, (services, { access, params, body }) => {
  const { status } = body
  if (status === 'translated') assertHolds(access, 'translation.review')
  return transaction(services.db, async (tx) => {
    const found = await lockValue(tx, access, params.translationId)
    await assertExpected(tx, access, found, expectationOf(body.expectedUpdatedAt))
    allWritten(await writeValues(tx, access.by, [{ ...found, status }], reviewGate(services, access)))
  })
})
