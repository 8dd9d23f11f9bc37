import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { instanceQuery, queryClient, sessionQuery } from './api/queries.ts'
import { SignInScreen } from './features/accounts/sign-in.tsx'
import { ProjectsScreen } from './features/projects/projects.tsx'
import { NotFound } from './features/shell/not-found.tsx'
import { Shell } from './features/shell/shell.tsx'

const root = createRootRoute({ notFoundComponent: NotFound })

/** Everything below it is for people who are signed in; others come back here after they have. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery)
    if (session) return
    const { hasAccounts } = await queryClient.ensureQueryData(instanceQuery)
    throw hasAccounts ? redirect({ to: '/sign-in', search: { next: location.href } }) : redirect({ to: '/welcome' })
  },
})

const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: ({ next }: Record<string, unknown>) => (typeof next === 'string' ? { next } : {}),
    component: SignInScreen,
  }),
  signedIn.addChildren([
    createRoute({ getParentRoute: () => signedIn, path: '/', component: ProjectsScreen }),
    createRoute({
      getParentRoute: () => signedIn,
      path: '/projects/$projectId/translate/$locale',
      component: lazyRouteComponent(() => import('./features/translate/editor.tsx'), 'EditorScreen'),
    }),
  ]),
])

export const router = createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
