import type { AnswerOf } from '@parlance/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

export type TypedKey = AnswerOf<'listTypes'>['keys'][number]
export type Parameter = TypedKey['params'][number]

const PAGE = 100

/** By pages; `isAsking`: only keys that ask for something. */
export const typePages = (projectId: number, search: string, isAsking: boolean) =>
  infiniteQueryOptions({
    queryKey: ['project', projectId, 'types', 'pages', search, isAsking],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.listTypes({
        params: { projectId },
        query: {
          limit: PAGE,
          ...(search === '' ? {} : { search }),
          ...(isAsking ? { hasParams: true } : {}),
          ...(cursor === null ? {} : { cursor }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })

/** Those of all keys, for whoever takes them along. */
export const typesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'types'],
    queryFn: async () => (await api.getTypes({ params: { projectId } })).keys,
    // Of many keys they are large, and needed once.
    gcTime: 0,
  })
