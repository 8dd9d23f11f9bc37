import { QueryClient, queryOptions } from '@tanstack/react-query'
import { api, keepCsrfToken } from './client.ts'
import { situationOf } from './errors.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // What is refused for good is not asked again; what may pass is, twice.
      retry: (failures, error) => failures < 2 && ['busy', 'offline'].includes(situationOf(error)),
    },
  },
})

/** Queries that several features share; those of one feature stand in it. */
export const instanceQuery = queryOptions({ queryKey: ['instance'], queryFn: () => api.getInstance() })

/** Null when nobody is signed in. The instance is asked first: a refused question would stand in the browser's console. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    try {
      const instance = await api.getInstance()
      queryClient.setQueryData(instanceQuery.queryKey, instance)
      if (instance.version === null) return null
      const session = await api.getSession()
      keepCsrfToken(session.csrfToken)
      return session
    } catch (error) {
      if (situationOf(error) === 'signedOut') return null
      throw error
    }
  },
  staleTime: 60_000,
})

export const projectQuery = (projectId: number) =>
  queryOptions({ queryKey: ['project', projectId], queryFn: () => api.getProject({ params: { projectId } }) })

export const namespacesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'namespaces'],
    queryFn: () => api.listNamespaces({ params: { projectId } }),
  })

export const statsQuery = (projectId: number) =>
  queryOptions({ queryKey: ['project', projectId, 'stats'], queryFn: () => api.getStats({ params: { projectId } }) })

/** What is looked for in values, how bad it is, and how much was found. */
export const qaQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'qa'],
    queryFn: ({ signal }) => api.getQa({ params: { projectId }, signal }),
    staleTime: 300_000,
  })

/** How often imports are looked at while one is under way. */
const IMPORT_LOOK_MS = 1_000

/** Imports that are under way, and those of the last hours. The stream tells of them when they are done. */
export const importsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'imports'],
    queryFn: () => api.listImports({ params: { projectId } }),
    refetchInterval: ({ state }) =>
      state.data?.imports.some(({ status }) => status === 'running') ? IMPORT_LOOK_MS : false,
  })

export const peopleQuery = (orgId: number) =>
  queryOptions({ queryKey: ['organization', orgId, 'people'], queryFn: () => api.listPeople({ params: { orgId } }) })

/** Who can be mentioned. */
export const membersQuery = (orgId: number) =>
  queryOptions({
    queryKey: ['organization', orgId, 'people', 'members'],
    queryFn: () => api.listPeople({ params: { orgId }, query: { who: 'members' } }),
  })

export const organizationQuery = (orgId: number) =>
  queryOptions({ queryKey: ['organization', orgId], queryFn: () => api.getOrganization({ params: { orgId } }) })

/** The languages that an organization works with. */
export const localesQuery = (orgId: number) =>
  queryOptions({
    queryKey: ['organization', orgId, 'locales'],
    queryFn: () => api.listOrganizationLocales({ params: { orgId } }),
  })
