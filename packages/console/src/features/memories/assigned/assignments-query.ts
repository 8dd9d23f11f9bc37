import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'

export const assignmentsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'memories'],
    queryFn: () => api.getMemorySettings({ params: { projectId } }),
  })
