import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** How many projects a menu offers of one organization. */
const OFFERED = 10
const PAGE = 24

const named = (search: string) => (search === '' ? {} : { search: search.slice(0, 255) })

/** The first projects of an organization, or those that are called so. */
export const someProjectsQuery = (orgId: number, search = '') =>
  queryOptions({
    queryKey: ['organization', orgId, 'projects', 'some', search],
    queryFn: ({ signal }) =>
      api.listProjects({ params: { orgId }, query: { limit: OFFERED, ...named(search) }, signal }),
  })

/** The projects of an organization page by page, each with how far its languages are. */
export const projectPagesQuery = (orgId: number, search: string) =>
  infiniteQueryOptions({
    queryKey: ['organization', orgId, 'projects', 'pages', search],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.listProjects({
        params: { orgId },
        query: { includeStats: true, limit: PAGE, ...named(search), ...(cursor === null ? {} : { cursor }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
