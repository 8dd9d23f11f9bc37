import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { ownAddress } from './address.ts'
import { situationOf } from './api/errors.ts'
import { instanceQuery, projectQuery, queryClient, sessionQuery } from './api/queries.ts'
import { readActivitySearch } from './features/activity/search.ts'
import { readAuditSearch } from './features/audit/audit-search.ts'
import { readExportSearch } from './features/export/export-search.ts'
import { readGlossarySearch } from './features/glossary/search.ts'
import { readJobSearch } from './features/jobs/job-list.ts'
import { readMemorySearch } from './features/memories/search.ts'
import { forgetLast, lastProject } from './features/projects/index.ts'
import { Faulty, FaultyPage } from './features/shell/faulty.tsx'
import { NotFound, NotFoundPage } from './features/shell/not-found.tsx'
import { Root } from './features/shell/root.tsx'
import { Shell } from './features/shell/shell.tsx'
import { readSearch } from './features/translate/search.ts'
import { readTypesSearch } from './features/types/search.ts'
import { readDeliverySearch } from './features/webhooks/search.ts'
import { parseSearch, stringifySearch } from './search-params.ts'
import { loadOtherTexts } from './text/loaded.ts'

const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage, errorComponent: FaultyPage })

/** What a list is searched for. */
const textSearch = ({ q }: Record<string, unknown>): { q?: string } => (typeof q === 'string' && q !== '' ? { q } : {})

const nextSearch = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' ? { next: ownAddress(next) } : {}

/** Everything below it is for people who are signed in; others come back here after they have. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  errorComponent: FaultyPage,
  beforeLoad: async ({ location }) => {
    if (await queryClient.ensureQueryData(sessionQuery)) return
    const { hasAccounts } = await queryClient.fetchQuery(instanceQuery)
    throw hasAccounts ? redirect({ to: '/sign-in', search: { next: location.href } }) : redirect({ to: '/welcome' })
  },
})

/**
 * A screen that is loaded when somebody goes there, with the texts of such screens. What stands here by any other name has
 * its texts from the start.
 */
const screen = <Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => Promise.all([load(), loadOtherTexts()]).then(([module]) => module), name)

const idOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

const project = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId',
  params: {
    parse: ({ projectId }) => ({ projectId: idOf(projectId) }),
    stringify: ({ projectId }) => ({ projectId: String(projectId) }),
  },
  loader: ({ params }) => orNotFound(queryClient.ensureQueryData(projectQuery(params.projectId))),
  // With the header around it: whoever took a wrong turn goes on from here.
  notFoundComponent: NotFound,
})

/** Who is not of an organization learns nothing of it. */
const organization = createRoute({
  getParentRoute: () => signedIn,
  path: '/organizations/$orgId',
  params: { parse: ({ orgId }) => ({ orgId: idOf(orgId) }), stringify: ({ orgId }) => ({ orgId: String(orgId) }) },
  loader: async ({ params: { orgId } }) => {
    const session = await queryClient.ensureQueryData(sessionQuery)
    if (!session?.organizations.some(({ id }) => id === orgId)) throw notFound()
  },
  notFoundComponent: NotFound,
})

async function orNotFound<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (isHidden(error)) throw notFound()
    throw error
  }
}

const isHidden = (error: unknown) => ['notFound', 'invalid', 'forbidden'].includes(situationOf(error))

/** A project that was deleted, or that somebody may no longer see, is forgotten. */
async function goToLastProject() {
  const projectId = lastProject()
  if (projectId === undefined) return
  const isThere = await queryClient.ensureQueryData(projectQuery(projectId)).then(
    () => true,
    (error) => !isHidden(error),
  )
  if (isThere) throw redirect({ to: '/projects/$projectId', params: { projectId } })
  forgetLast()
}

/** Whoever is signed in already has no use for the door. */
async function passSignedIn(next?: string) {
  if (await queryClient.ensureQueryData(sessionQuery)) throw redirect({ href: ownAddress(next) })
}

const ofGuests = [
  createRoute({
    getParentRoute: () => root,
    path: '/welcome',
    beforeLoad: () => passSignedIn(),
    component: screen(() => import('./features/accounts/welcome.tsx'), 'WelcomeScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: nextSearch,
    beforeLoad: ({ search }) => passSignedIn(search.next),
    component: lazyRouteComponent(() => import('./features/accounts/sign-in.tsx'), 'SignInScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/forgot',
    component: screen(() => import('./features/accounts/forgot.tsx'), 'ForgotScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in/provider',
    // Who is signed in is known first: an answer that comes late would take the one who has just come in for nobody.
    beforeLoad: () => queryClient.ensureQueryData(sessionQuery),
    component: screen(() => import('./features/accounts/arrival.tsx'), 'ArrivalScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/invite/$token',
    component: screen(() => import('./features/accounts/invite.tsx'), 'InviteScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset/$token',
    component: screen(() => import('./features/accounts/reset.tsx'), 'ResetScreen'),
  }),
] as const

const ofProjects = [
  createRoute({
    getParentRoute: () => project,
    path: '/',
    component: lazyRouteComponent(() => import('./features/projects/overview.tsx'), 'OverviewScreen'),
  }),
  createRoute({
    getParentRoute: () => project,
    path: '/translate/$locale',
    validateSearch: readSearch,
    loader: async ({ params: { projectId, locale } }) => {
      const { locales } = await orNotFound(queryClient.ensureQueryData(projectQuery(projectId)))
      if (!locales.some(({ code }) => code === locale)) throw notFound()
    },
    component: lazyRouteComponent(() => import('./features/translate/editor.tsx'), 'EditorScreen'),
  }),
  createRoute({
    getParentRoute: () => project,
    path: '/import',
    validateSearch: ({ run }: Record<string, unknown>): { run?: string } =>
      typeof run === 'string' && run !== '' ? { run: run.slice(0, 128) } : {},
    component: screen(() => import('./features/import/import-screen.tsx'), 'ImportScreen'),
  }),
  createRoute({
    getParentRoute: () => project,
    path: '/export',
    validateSearch: readExportSearch,
    component: screen(() => import('./features/export/export-screen.tsx'), 'ExportScreen'),
  }),
  createRoute({
    getParentRoute: () => project,
    path: '/files',
    component: screen(() => import('./features/files/files-screen.tsx'), 'FilesScreen'),
  }),
  createRoute({
    getParentRoute: () => project,
    path: '/jobs',
    validateSearch: readJobSearch,
    component: screen(() => import('./features/jobs/jobs-screen.tsx'), 'JobsScreen'),
  }),
  createRoute({
    getParentRoute: () => project,
    path: '/webhooks',
    component: screen(() => import('./features/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
  }),
  createRoute({
    getParentRoute: () => project,
    path: '/webhooks/$webhookId',
    params: {
      parse: ({ webhookId }) => ({ webhookId: idOf(webhookId) }),
      stringify: ({ webhookId }) => ({ webhookId: String(webhookId) }),
    },
    validateSearch: readDeliverySearch,
    component: screen(() => import('./features/webhooks/webhook-screen.tsx'), 'WebhookScreen'),
  }),
  createRoute({
    getParentRoute: () => project,
    path: '/api-keys',
    component: screen(() => import('./features/api-keys/api-keys-screen.tsx'), 'ApiKeysScreen'),
  }),
  createRoute({
    getParentRoute: () => project,
    path: '/settings',
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/projects/$projectId/settings/$section', params: { ...params, section: 'general' } })
    },
  }),
  createRoute({
    getParentRoute: () => project,
    path: '/settings/$section',
    // Of the section that lists types.
    validateSearch: readTypesSearch,
    component: screen(() => import('./features/settings/settings.tsx'), 'SettingsScreen'),
  }),
  createRoute({
    getParentRoute: () => project,
    path: '/activity',
    validateSearch: readActivitySearch,
    component: screen(() => import('./features/activity/activity.tsx'), 'ActivityScreen'),
  }),
  createRoute({
    getParentRoute: () => project,
    path: '/trash',
    validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
      typeof q === 'string' && q !== '' ? { q } : {},
    component: screen(() => import('./features/activity/trash.tsx'), 'TrashScreen'),
  }),
] as const

const ofOrganizations = [
  createRoute({
    getParentRoute: () => organization,
    path: '/',
    validateSearch: textSearch,
    component: screen(() => import('./features/organizations/organization.tsx'), 'OrganizationScreen'),
  }),
  createRoute({
    getParentRoute: () => organization,
    path: '/members',
    validateSearch: textSearch,
    component: screen(() => import('./features/members/members.tsx'), 'MembersScreen'),
  }),
  createRoute({
    getParentRoute: () => organization,
    path: '/languages',
    component: screen(() => import('./features/organizations/languages.tsx'), 'OrganizationLanguagesScreen'),
  }),
  createRoute({
    getParentRoute: () => organization,
    path: '/glossary',
    validateSearch: readGlossarySearch,
    component: screen(() => import('./features/glossary/glossary.tsx'), 'GlossaryScreen'),
  }),
  createRoute({
    getParentRoute: () => organization,
    path: '/memories',
    component: screen(() => import('./features/memories/memories.tsx'), 'MemoriesScreen'),
  }),
  createRoute({
    getParentRoute: () => organization,
    path: '/memories/$tmId',
    params: { parse: ({ tmId }) => ({ tmId: idOf(tmId) }), stringify: ({ tmId }) => ({ tmId: String(tmId) }) },
    validateSearch: readMemorySearch,
    component: screen(() => import('./features/memories/memory.tsx'), 'MemoryScreen'),
  }),
  createRoute({
    getParentRoute: () => organization,
    path: '/settings',
    component: screen(() => import('./features/organizations/settings.tsx'), 'OrganizationSettingsScreen'),
  }),
  createRoute({
    getParentRoute: () => organization,
    path: '/settings/audit',
    validateSearch: readAuditSearch,
    component: screen(() => import('./features/organizations/settings.tsx'), 'OrganizationAuditScreen'),
  }),
] as const

const routeTree = root.addChildren([
  ...ofGuests,
  signedIn.addChildren([
    createRoute({
      getParentRoute: () => signedIn,
      path: '/',
      validateSearch: textSearch,
      beforeLoad: goToLastProject,
      component: screen(() => import('./features/projects/start.tsx'), 'StartScreen'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/account/$section',
      component: screen(() => import('./features/accounts/account.tsx'), 'AccountScreen'),
    }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/instance/users',
      validateSearch: textSearch,
      component: screen(() => import('./features/users/users.tsx'), 'UsersScreen'),
    }),
    organization.addChildren([...ofOrganizations]),
    project.addChildren([...ofProjects]),
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: Faulty,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
