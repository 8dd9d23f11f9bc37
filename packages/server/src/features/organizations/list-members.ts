import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { findMembers, presentMember } from './member.ts'

export const listMembers = implement(contract.listMembers, async ({ db, cursors }, { access, query }) => {
  const { search, cursor, limit } = query
  const size = limit ?? (cursor === undefined ? Number.POSITIVE_INFINITY : 50)
  const boundTo = ['listMembers', access.organizationId, search || null]
  const after = cursor === undefined ? undefined : cursors.read<[number]>(boundTo, cursor)[0]
  const found = await findMembers(db, access.organizationId, {
    search,
    after,
    limit: Number.isFinite(size) ? size + 1 : undefined,
  })
  const { rows, next } = cursors.page(boundTo, found, size, ({ userId }) => [userId])
  return { members: rows.map(presentMember), ...next }
})
