import { limits } from '@parlance/contract/limits'
import type { AnswerOf } from '@parlance/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { ofKey, TERMS } from './stale-help.ts'

export type MemoryMatch = AnswerOf<'searchProjectMemories'>['matches'][number]
export type SimilarKey = AnswerOf<'searchSimilarKeysByBody'>['matches'][number]
export type TermHit = AnswerOf<'lookupTerms'>['hits'][number]
export type Comment = AnswerOf<'listKeyComments'>['comments'][number]
export type KeyDetails = AnswerOf<'getKeyById'>
export type Change = AnswerOf<'listActivity'>['activity'][number]

/** What help is asked for: a source text that is translated into a language. */
export interface Asked {
  projectId: number
  keyId: number
  key: string
  text: string
  source: { code: string }
  target: { id: number; code: string }
}

const MOST_MATCHES = 10
/** What was saved in the row before is a match in this one: what was fetched ahead is shown, and asked for again. */
const AT_ONCE = 0
const LONGEST_CONTEXT = limits.memoryContext

export const memoryQuery = ({ projectId, keyId, key, text, target }: Asked) =>
  queryOptions({
    queryKey: [...ofKey(projectId, keyId), 'memories', target.code, text],
    queryFn: ({ signal }) =>
      api.searchProjectMemories({
        params: { projectId },
        body: {
          sourceText: text,
          targetLocaleId: target.id,
          maxResults: MOST_MATCHES,
          ...([...key].length <= LONGEST_CONTEXT ? { contextKey: key } : {}),
        },
        signal,
      }),
    enabled: text !== '' && [...text].length <= limits.memoryText,
    staleTime: AT_ONCE,
  })

export const similarQuery = ({ projectId, keyId, text, target }: Asked) =>
  queryOptions({
    queryKey: [...ofKey(projectId, keyId), 'similar', target.code, text],
    queryFn: ({ signal }) =>
      api.searchSimilarKeysByBody({
        params: { projectId },
        body: { sourceText: text, targetLocale: target.code, excludeKeyId: keyId, limit: MOST_MATCHES },
        signal,
      }),
    enabled: text !== '',
    staleTime: AT_ONCE,
  })

/** Characters of a machine may cost money: what it said is kept as long as the page. */
export const machineQuery = ({ projectId, keyId, text, target }: Asked) =>
  queryOptions({
    queryKey: ['machine', projectId, keyId, target.code, text],
    queryFn: ({ signal }) =>
      api.suggestTranslation({ params: { projectId }, body: { keyId, targetLocaleCode: target.code }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  })

/** The stream tells when terms have changed, but not again what it told while it was cut: who comes back to the window asks. */
export const termsQuery = ({ projectId, text, source, target }: Omit<Asked, 'keyId' | 'key'>) =>
  queryOptions({
    queryKey: [...TERMS, projectId, target.code, text],
    queryFn: ({ signal }) =>
      api.lookupTerms({
        params: { projectId },
        body: { text, sourceLocaleCode: source.code, targetLocaleCode: target.code },
        signal,
      }),
    enabled: text !== '',
    refetchOnWindowFocus: 'always',
  })

/** Asked again whenever the text was looked up again (`asOf`), and only then: a term that is deleted is no longer found there. */
export const termQuery = (orgId: number, termId: number, asOf: number) =>
  queryOptions({
    queryKey: ['term', orgId, termId, asOf],
    queryFn: ({ signal }) => api.getTerm({ params: { orgId, termId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })

export const detailsQuery = (projectId: number, keyId: number) =>
  queryOptions({
    queryKey: [...ofKey(projectId, keyId), 'details'],
    queryFn: ({ signal }) => api.getKeyById({ params: { projectId, keyId }, signal }),
  })

export const commentsQuery = (projectId: number, keyId: number) =>
  queryOptions({
    queryKey: [...ofKey(projectId, keyId), 'comments'],
    queryFn: ({ signal }) => api.listKeyComments({ params: { projectId, keyId }, signal }),
  })

const VALUE_EVENTS = ['translation.created', 'translation.updated', 'translation.restored'] as const

export const historyQuery = (projectId: number, keyId: number, locale: string) =>
  infiniteQueryOptions({
    queryKey: [...ofKey(projectId, keyId), 'history', locale],
    queryFn: ({ pageParam, signal }) =>
      api.listActivity({
        params: { projectId },
        query: {
          keyId,
          locale,
          events: [...VALUE_EVENTS],
          limit: 20,
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    staleTime: AT_ONCE,
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
