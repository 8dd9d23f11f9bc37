import type { AnswerOf } from '@parlance/sdk'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Membership } from '../../api/session.ts'

export type Member = AnswerOf<'listMembers'>['members'][number]
type Role = Membership['role']

/** The highest first. */
export const ROLES = ['owner', 'admin', 'developer', 'reviewer', 'translator', 'viewer'] as const satisfies Role[]

export const isHigher = (role: Role, than: Role) => ROLES.indexOf(role) < ROLES.indexOf(than)

const PAGE = 50

export const membersKey = (orgId: number) => ['organization', orgId, 'members']

/** Members and those who were invited, page by page. */
export const membersQuery = (orgId: number, search: string) =>
  infiniteQueryOptions({
    queryKey: [...membersKey(orgId), search],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.listMembers({
        params: { orgId },
        query: { limit: PAGE, ...(search === '' ? {} : { search }), ...(cursor === null ? {} : { cursor }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
