import { contract } from '@parlance/contract'
import { nothing, sql } from '../../../db/sql.ts'
import { implement } from '../../../implement.ts'
import { findDeliveries, presentDelivery } from './delivery.ts'

export const listDeliveries = implement(contract.listDeliveries, async ({ db, cursors }, { access, params, query }) => {
  const { limit = 20, status } = query
  const boundTo = ['listDeliveries', params.id, status ?? null]
  const [before] = query.cursor === undefined ? [null] : cursors.read<[number]>(boundTo, query.cursor, 'base64')
  const ofStatus = status ? sql`and d.status = ${status}` : nothing
  const found = await findDeliveries(
    db,
    sql`d.webhook_id = ${params.id} ${ofStatus} ${before === null ? nothing : sql`and d.id < ${before}`}
        order by d.id desc limit ${limit + 1}`,
  )
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from deliveries d where d.webhook_id = ${params.id} ${ofStatus}`)
  const { rows, next } = cursors.page(boundTo, found, limit, ({ id }) => [id], 'base64')
  return {
    deliveries: rows.map((delivery) => presentDelivery(delivery, access)),
    ...next,
    total,
  }
})
