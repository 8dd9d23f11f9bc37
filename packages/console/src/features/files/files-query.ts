import type { AnswerOf } from '@parlance/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

export type Publication = AnswerOf<'getCdn'>
export type Deploy = AnswerOf<'listDeploys'>['deploys'][number]

/** The stream tells at once; this is for when it is cut. */
const LOOK_MS = 2_000
/** As many as are kept, and those that wait. */
const DEPLOYS = 50

export const publishedQuery = (projectId: number) =>
  queryOptions({ queryKey: ['project', projectId, 'cdn'], queryFn: () => api.getCdn({ params: { projectId } }) })

export const deploysQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'cdn', 'deploys'],
    queryFn: async () => (await api.listDeploys({ params: { projectId }, query: { limit: DEPLOYS } })).deploys,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? LOOK_MS : false),
  })

export const isRunning = ({ state }: Deploy) => state === 'running'

/** What a file may differ by; the rest of what happens is in none. */
const IN_FILES = [
  'translation.created',
  'translation.updated',
  'key.created',
  'key.restored',
  'key.updated',
  'key.deleted',
  'namespace.created',
  'namespace.updated',
  'namespace.deleted',
  'project.locale_added',
  'project.locale_removed',
] as const

const SHOWN = 5

/** The last of what happened since a deploy read the texts, and whether there is more. */
export const sinceDeployQuery = (projectId: number, since: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'cdn', 'since', since],
    queryFn: async () => {
      const query = { since, events: [...IN_FILES], limit: SHOWN }
      const { activity, hasMore } = await api.listActivity({ params: { projectId }, query })
      return { activity, hasMore }
    },
  })
