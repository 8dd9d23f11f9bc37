import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { findMembers, presentMember } from './member.ts'

export const listMembers = implement(contract.listMembers, async ({ db }, { access }) => {
  const members = await findMembers(db, access.organizationId)
  return { members: members.map(presentMember) }
})
