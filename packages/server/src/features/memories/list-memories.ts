import { contract } from '@parlance/contract'
import { nothing, sql } from '../../db/sql.ts'
import { implement } from '../../http/implement.ts'
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
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const hasMore = found.length > limit
  return {
    tms: page.map(presentMemory),
    nextCursor: hasMore && last ? cursors.issue(boundTo, [last.id]) : null,
    hasMore,
  }
})
