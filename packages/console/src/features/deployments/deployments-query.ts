import type { AnswerOf } from '@parlance/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

export type Deployment = AnswerOf<'listDeployments'>['deployments'][number]

/** What runs somewhere and has told which keys it uses. */
export const deploymentsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'deployments'],
    queryFn: async ({ signal }) => (await api.listDeployments({ params: { projectId }, signal })).deployments,
  })
