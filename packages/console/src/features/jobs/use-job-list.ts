import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followProject } from '../../api/live.ts'
import { importsQuery, queryClient } from '../../api/queries.ts'
import { asOneList, type JobKind } from './job-list.ts'
import { deployPages, importPages, jobPagesKey, translationPages } from './job-pages.ts'
import { untoldImports } from './jobs.ts'

/** Imports have no event of their own: they are read again this long after a text was changed. */
const PAUSE_MS = 2_000
/** Nobody tells when one begins. */
const LOOK_MS = 3_000

/** Everything that ran in a project, or what of it is of one kind, by pages. */
export function useJobList(projectId: number, kind: JobKind | undefined) {
  useLiveImports(projectId)
  const isAsked = (name: JobKind) => kind === undefined || kind === name
  const translations = useInfiniteQuery({ ...translationPages(projectId), enabled: isAsked('translation') })
  const imports = useInfiniteQuery({ ...importPages(projectId), enabled: isAsked('import') })
  const progress = useQuery({ ...importsQuery(projectId), refetchInterval: LOOK_MS, enabled: isAsked('import') })
  const deploys = useInfiniteQuery({ ...deployPages(projectId), enabled: isAsked('deploy') })
  const named = [
    ['translation', translations],
    ['import', imports],
    ['deploy', deploys],
  ] as const
  const asked = named.flatMap(([name, query]) => (isAsked(name) ? [query] : []))
  const untold = isAsked('import') ? untoldImports(progress.data?.imports ?? []) : []
  const { jobs, behind } = asOneList([
    ...asked.map(({ data, hasNextPage }) => ({
      jobs: data?.pages.flatMap((page) => page.jobs) ?? [],
      hasMore: hasNextPage,
    })),
    { jobs: untold, hasMore: false },
  ])
  return {
    jobs,
    isLoaded: asked.every(({ data }) => data !== undefined),
    error: asked.find(({ error }) => error)?.error,
    pages: {
      hasNextPage: behind.length > 0,
      isFetchingNextPage: asked.some(({ isFetchingNextPage }) => isFetchingNextPage),
      isFetchNextPageError: asked.some(({ isFetchNextPageError }) => isFetchNextPageError),
      fetchNextPage: () => Promise.all(behind.map((index) => asked[index]?.fetchNextPage())),
    },
  }
}

function useLiveImports(projectId: number): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const readAgain = () => {
      timer = undefined
      void queryClient.invalidateQueries({ queryKey: [...jobPagesKey(projectId), 'import'] })
    }
    const unfollow = followProject(projectId, ({ event }) => {
      if (/^(translation|key)\./.test(event)) timer ??= setTimeout(readAgain, PAUSE_MS)
    })
    return () => {
      unfollow()
      clearTimeout(timer)
    }
  }, [projectId])
}
