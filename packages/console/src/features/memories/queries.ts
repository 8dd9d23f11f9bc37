import type { AnswerOf } from '@parlance/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

export type Memory = AnswerOf<'getMemory'>
export type Entry = AnswerOf<'listMemoryEntries'>['entries'][number]
export type Match = AnswerOf<'searchMemory'>['matches'][number]
export type Locale = AnswerOf<'listOrganizationLocales'>['locales'][number]

export const memoriesQuery = (orgId: number) =>
  infiniteQueryOptions({
    queryKey: ['organization', orgId, 'memories'],
    queryFn: ({ pageParam, signal }) =>
      api.listMemories({ params: { orgId }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** All that is shown of one memory begins with this. */
export const ofMemory = (tmId: number) => ['memory', tmId] as const

export const memoryQuery = (tmId: number) =>
  queryOptions({
    queryKey: [...ofMemory(tmId), 'about'],
    queryFn: ({ signal }) => api.getMemory({ params: { tmId }, signal }),
  })

export const memoryStatsQuery = (tmId: number) =>
  queryOptions({
    queryKey: [...ofMemory(tmId), 'stats'],
    queryFn: ({ signal }) => api.getMemoryStats({ params: { tmId }, signal }),
  })

export interface Wanted {
  q?: string | undefined
  targetLocaleId?: number | undefined
  sourceProjectId?: number | undefined
}

export const entriesQuery = (tmId: number, { q, targetLocaleId, sourceProjectId }: Wanted) =>
  infiniteQueryOptions({
    queryKey: [...ofMemory(tmId), 'entries', q, targetLocaleId, sourceProjectId],
    queryFn: ({ pageParam, signal }) =>
      api.listMemoryEntries({
        params: { tmId },
        query: {
          ...(q === undefined ? {} : { search: q }),
          ...(targetLocaleId === undefined ? {} : { targetLocaleId }),
          ...(sourceProjectId === undefined ? {} : { sourceProjectId }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
