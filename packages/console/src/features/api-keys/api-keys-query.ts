import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

export const apiKeysQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'api-keys'],
    queryFn: async () => (await api.listApiKeys({ params: { projectId } })).apiKeys,
    staleTime: 0,
  })

/** Any key of the project, to be read as an example. */
export const exampleQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'example-key'],
    queryFn: async () => (await api.listKeys({ params: { projectId }, query: { limit: 1 } })).data[0] ?? null,
  })
