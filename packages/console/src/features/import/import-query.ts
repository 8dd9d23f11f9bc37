import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { codeOf } from '../../api/errors.ts'
import { queryClient } from '../../api/queries.ts'
import { PAGE } from './conflict-pages.ts'
import { keepRun, keptRun } from './kept-run.ts'
import { type CommitBody, type ImportService, PreparedImport } from './prepared-import.ts'

/** How often an import that another tab has begun is looked at. */
const LOOK_MS = 1_000

const serviceOf = (projectId: number): ImportService => {
  const params = { projectId }
  const query = { conflicts: 'paged' as const }
  return {
    // Languages that the project lacks are left out or added as somebody says later, without another upload.
    validate: (files) => api.validateImport({ params, query, body: { files, options: { allowNewLocales: true } } }),
    revalidate: (body) => api.revalidateImport({ params, query, body }),
    commit: (body) => api.commitImport({ params, body }),
  }
}

export const formatsQuery = queryOptions({
  queryKey: ['formats'],
  queryFn: () => api.listFormats(),
  staleTime: Number.POSITIVE_INFINITY,
})

export const prepareImport = (projectId: number, locales: Iterable<string>) =>
  new PreparedImport(serviceOf(projectId), new Set(locales))

interface Sought {
  search: string
  filename: string | undefined
}

export const conflictsPage =
  (projectId: number, validationId: string, { search, filename }: Sought) =>
  (skip: number) =>
    api.listImportConflicts({
      params: { projectId, validationId },
      query: {
        limit: PAGE,
        skip,
        ...(search === '' ? {} : { search }),
        ...(filename === undefined ? {} : { filename }),
      },
    })

/**
 * Does an import, or tells what came of it: its key makes that the same. So it may be asked for again, after a reload or
 * when the connection was lost. Null in a tab that does not know what was to be imported.
 */
export const runQuery = (projectId: number, run: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'import', run],
    queryFn: async () => {
      const what = keptRun(run)
      if (!what) return null
      if ('answer' in what) return what.answer
      const options = { idempotencyKey: run, progressTrackingId: run }
      const commit = (body: CommitBody) => api.commitImport({ params: { projectId }, body: { ...body, options } })
      const answer = await commit(what.body).catch(async (error: unknown) => {
        const renewed = codeOf(error) === 'IMPORT_SESSION_EXPIRED' ? await what.renew?.() : undefined
        if (!renewed) throw error
        return commit(renewed)
      })
      keepRun(run, { answer })
      void refreshProject(projectId, run)
      return answer
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** Texts, languages and namespaces are others now; what the import did stays. */
export const refreshProject = (projectId: number, run: string) =>
  queryClient.invalidateQueries({
    queryKey: ['project', projectId],
    predicate: ({ queryKey }) => queryKey[3] !== run,
  })

export const progressQuery = (projectId: number, run: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'import', 'progress', run],
    queryFn: () => api.getImportProgress({ params: { projectId, trackingId: run } }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? LOOK_MS : false),
    staleTime: 0,
  })

/** When an import wrote its values, to show the keys with values since then. */
export const importTimeQuery = (projectId: number, run: string, fromId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'import', 'time', run],
    queryFn: async () => {
      const query = { events: ['import.completed' as const], limit: 100 }
      const { activity } = await api.listActivity({ params: { projectId }, query })
      return activity.findLast(({ id }) => id >= fromId)?.at ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
