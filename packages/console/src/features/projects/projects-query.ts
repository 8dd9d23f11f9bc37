import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** The projects of an organization, each with how far its languages are. */
export const projectsQuery = (orgId: number) =>
  queryOptions({
    queryKey: ['organization', orgId, 'projects'],
    queryFn: () => api.listProjects({ params: { orgId }, query: { includeStats: true } }),
  })
