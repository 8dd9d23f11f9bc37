import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { importOf } from './import-job.ts'
import { isRunning, type Job } from './jobs.ts'

interface JobPage {
  jobs: Job[]
  nextCursor: string | null
}

/** The stream tells at once; this is for when it is cut. */
const LOOK_MS = 2_000
const PAGE = 50

const cursorOf = (cursor: string) => ({ limit: PAGE, ...(cursor !== '' && { cursor }) })

/** Below the name of what the stream makes stale. */
export const jobPagesKey = (projectId: number) => ['project', projectId, 'jobs', 'pages']

const pagesOf = (projectId: number, kind: Job['kind'], read: (cursor: string) => Promise<JobPage>) =>
  infiniteQueryOptions({
    queryKey: [...jobPagesKey(projectId), kind],
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ jobs }) => jobs.some(isRunning)) ? LOOK_MS * data.pages.length : false,
  })

export const translationPages = (projectId: number) =>
  pagesOf(projectId, 'translation', async (cursor) => {
    const answer = await api.listMachineTranslationJobs({ params: { projectId }, query: cursorOf(cursor) })
    return { ...answer, jobs: answer.jobs.map((job) => ({ kind: 'translation', at: job.createdAt, job })) }
  })

export const deployPages = (projectId: number) =>
  pagesOf(projectId, 'deploy', async (cursor) => {
    const { deploys, nextCursor } = await api.listDeploys({ params: { projectId }, query: cursorOf(cursor) })
    return { nextCursor, jobs: deploys.map((deploy) => ({ kind: 'deploy', at: deploy.startedAt, deploy })) }
  })

export const importPages = (projectId: number) =>
  pagesOf(projectId, 'import', async (cursor) => {
    const query = { ...cursorOf(cursor), events: ['import.completed' as const] }
    const { activity, nextCursor } = await api.listActivity({ params: { projectId }, query })
    return { nextCursor, jobs: activity.map((done) => ({ kind: 'import', at: done.at, done: importOf(done) })) }
  })
