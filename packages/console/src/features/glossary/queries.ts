import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { GlossarySearch } from './search.ts'

/** All that is shown of a glossary begins with this. */
export const ofGlossary = (orgId: number) => ['organization', orgId, 'glossary'] as const

export const glossaryQuery = (orgId: number) =>
  queryOptions({
    queryKey: [...ofGlossary(orgId), 'about'],
    queryFn: ({ signal }) => api.getGlossary({ params: { orgId }, signal }),
  })

const PAGE = 50

export const termsQuery = (orgId: number, { q, type }: GlossarySearch) =>
  infiniteQueryOptions({
    queryKey: [...ofGlossary(orgId), 'terms', q, type],
    queryFn: ({ pageParam, signal }) =>
      api.listTerms({
        params: { orgId },
        query: {
          limit: PAGE,
          ...(q === undefined ? {} : { search: q }),
          ...(type === undefined ? {} : { termType: type }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

export const termQuery = (orgId: number, termId: number) =>
  queryOptions({
    queryKey: [...ofGlossary(orgId), 'term', termId],
    queryFn: ({ signal }) => api.getTerm({ params: { orgId, termId }, signal }),
    // Somebody is about to change it: what is there now counts.
    staleTime: 0,
  })
