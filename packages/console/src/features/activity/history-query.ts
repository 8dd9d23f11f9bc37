import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { type ActivitySearch, queryOf } from './search.ts'

const PAGE = 100

/** The newest changes that a search asks for, or those behind a cursor. */
export const readHistory = (projectId: number, search: ActivitySearch, cursor = '', signal?: AbortSignal) =>
  api.listActivity({
    params: { projectId },
    query: { ...queryOf(search), limit: PAGE, ...(cursor === '' ? {} : { cursor }) },
    ...(signal ? { signal } : {}),
  })

export const historyQuery = (projectId: number, search: ActivitySearch) =>
  infiniteQueryOptions({
    queryKey: ['project', projectId, 'history', search],
    queryFn: ({ pageParam, signal }) => readHistory(projectId, search, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  })
