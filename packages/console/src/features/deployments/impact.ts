import type { RequestOf } from '@parlance/sdk'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { deploymentsQuery } from './deployments-query.ts'
import type { Impact } from './problems.ts'

type Change = NonNullable<RequestOf<'getTypesImpact'>['body']>['changes'][number]

/** As many changes as the service takes at once. */
export const MOST_CHANGES = 1_000

/** Those of the changes that would break something. Where nothing runs that has said what it expects, nobody is asked. */
export async function impactOf(projectId: number, changes: Change[], signal?: AbortSignal): Promise<Impact[]> {
  const deployments = await queryClient.fetchQuery(deploymentsQuery(projectId))
  signal?.throwIfAborted()
  if (deployments.length === 0 || changes.length === 0) return []
  const { results } = await api.getTypesImpact({ params: { projectId }, body: { changes }, ...(signal && { signal }) })
  return results.filter(({ breaking }) => breaking.length > 0)
}
