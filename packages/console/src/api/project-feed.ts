import type { StreamMessage } from '@parlance/sdk'
import { useEffect } from 'react'
import { followProject } from './live.ts'
import { namespacesQuery, projectQuery, queryClient, statsQuery } from './queries.ts'

/** Counts are read anew this often at most, however much happens. */
const STATS_MS = 1_000

/** What several screens show of a project follows what happens in it. */
export function useProjectFeed(projectId: number | undefined): void {
  useEffect(() => (projectId === undefined ? undefined : feed(projectId)), [projectId])
}

function feed(projectId: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const refreshStats = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      void queryClient.invalidateQueries({ queryKey: statsQuery(projectId).queryKey })
    }, STATS_MS)
  }
  const hear = ({ event }: StreamMessage) => {
    if (event.startsWith('translation.') || event.startsWith('key.')) refreshStats()
    if (event === 'project.locale.updated')
      void queryClient.invalidateQueries({ queryKey: projectQuery(projectId).queryKey, exact: true })
    if (event === 'namespace.created')
      void queryClient.invalidateQueries({ queryKey: namespacesQuery(projectId).queryKey })
    // By its name: the feature stands above this file.
    if (event.startsWith('batch_mt.') || event.startsWith('cdn_deploy.'))
      void queryClient.invalidateQueries({ queryKey: [...projectQuery(projectId).queryKey, 'jobs'] })
    if (event === 'reset') void queryClient.invalidateQueries({ queryKey: projectQuery(projectId).queryKey })
  }
  const stop = followProject(projectId, hear)
  return () => {
    clearTimeout(timer)
    stop()
  }
}
