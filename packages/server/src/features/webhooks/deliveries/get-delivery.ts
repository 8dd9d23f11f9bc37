import { contract } from '@parlance/contract'
import { sql } from '../../../db/sql.ts'
import { fault } from '../../../http/errors.ts'
import { implement } from '../../../implement.ts'
import { findDeliveries, presentDelivery } from './delivery.ts'

export const getDelivery = implement(contract.getDelivery, async ({ db }, { access, params }) => {
  const [delivery] = await findDeliveries(db, sql`d.id = ${params.id}`)
  if (!delivery) throw fault('deliveryNotFound')
  return presentDelivery(delivery, access)
})
