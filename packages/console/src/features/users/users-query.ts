import type { AnswerOf } from '@parlance/sdk'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

export type InstanceUser = AnswerOf<'listUsers'>['users'][number]

export const usersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['users', search],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.listUsers({
        query: { limit: 50, ...(search === '' ? {} : { search }), ...(cursor === null ? {} : { cursor }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** What an administrator does with an account. */
export const CHANGES = {
  promote: { isInstanceAdmin: true },
  demote: { isInstanceAdmin: false },
  deactivate: { isActive: false },
  reactivate: { isActive: true },
} as const

/** The same, and what removes all that stands beside the password. */
export interface UserChange {
  kind: keyof typeof CHANGES | 'free'
  user: InstanceUser
}
