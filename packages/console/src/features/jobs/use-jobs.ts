import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../api/client.ts'
import { followProject } from '../../api/live.ts'
import { importsQuery, projectQuery, queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { inOrder, isRunning, type Job, justEnded, type TranslationJob, targetOf } from './jobs.ts'

/** The stream tells at once; this is for when it is cut. */
const LOOK_MS = 2_000

export const jobsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'jobs'],
    queryFn: async () => {
      const params = { projectId }
      const [{ jobs }, { deploys }] = await Promise.all([
        api.listMachineTranslationJobs({ params, query: { limit: 20 } }),
        api.listDeploys({ params, query: { limit: 5 } }),
      ])
      return { jobs, deploys }
    },
    refetchInterval: ({ state }) =>
      state.data && inOrder(state.data.jobs, state.data.deploys).some(isRunning) ? LOOK_MS : false,
  })

/** What runs in a project and what ran last. Says when something has ended. */
export function useJobs(projectId: number): readonly Job[] {
  const { t, languageName } = useText()
  const announce = useAnnounce()
  const { data } = useQuery(jobsQuery(projectId))
  const { data: progress } = useQuery(importsQuery(projectId))
  useEffect(
    () =>
      followProject(projectId, ({ event }) => {
        if (!/^(batch_mt|cdn_deploy)\.|^reset$/.test(event)) return
        void queryClient.invalidateQueries(jobsQuery(projectId), { cancelRefetch: false })
      }),
    [projectId],
  )
  const before = useRef<readonly TranslationJob[]>([])
  useEffect(() => {
    if (!data) return
    const ended = justEnded(before.current, data.jobs)
    before.current = data.jobs
    const project = queryClient.getQueryData(projectQuery(projectId).queryKey)
    for (const job of ended) announce(t(`jobs.ended.${job.status}`, { language: languageName(targetOf(job, project)) }))
    if (ended.length > 0) void queryClient.invalidateQueries({ queryKey: ['project', projectId, 'stats'] })
  }, [data, announce, t, languageName, projectId])
  return data ? inOrder(data.jobs, data.deploys, progress?.imports) : []
}
