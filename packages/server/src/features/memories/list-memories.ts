import { contract } from '@parlance/contract'
import { nothing, sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { findMemories, presentMemory } from './memory.ts'

export const listMemories = implement(contract.listMemories, async ({ db, cursors }, { access, query }) => {
  const { limit = 50 } = query
  const boundTo = ['listMemories', access.organizationId]
  const after = cursors.readIssued<[number]>(boundTo, query.cursor)
  const found = await findMemories(
    db,
    access,
    sql`m.organization_id = ${access.organizationId} ${after ? sql`and m.id > ${after[0]}` : nothing}`,
    sql`limit ${limit + 1}`,
  )
  const { rows, next } = cursors.page(boundTo, found, limit, ({ id }) => [id])
  return { tms: rows.map(presentMemory), ...next }
})
