import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { projectQuery } from '../../api/queries.ts'
import { seenLocales, workLocale } from '../../api/seen-locales.ts'
import { may, useMembership, useSession } from '../../api/session.ts'
import { INNER_PROJECT_SCREENS, ORGANIZATION_SCREENS, PROJECT_SCREENS } from '../../screens.ts'
import { useText } from '../../text/context.tsx'
import type { TextId } from '../../text/text.ts'
import { someProjectsQuery } from '../projects/projects-query.ts'
import { offeredActions } from './actions.ts'
import type { PaletteItem } from './items.ts'

const ACCOUNT_SECTIONS = [
  'profile',
  'password',
  'signing-in',
  'devices',
  'organizations',
  'appearance',
  'keyboard',
] as const

/** What can be done here, screens, languages, and the projects that are called so. */
export function usePlaces(
  projectId: number | undefined,
  locale: string | undefined,
  asked: string,
): readonly PaletteItem[] {
  const ofProject = usePlacesOfProject(projectId, locale)
  const projects = useProjects(projectId, asked.trim())
  const organization = useOrganizationScreens(projectId)
  const account = useAccountScreens()
  const actions = offeredActions().map(
    ({ id, label, shortcut, run }): PaletteItem => ({
      id: `action-${id}`,
      kind: 'action',
      label,
      ...(shortcut === undefined ? {} : { shortcut }),
      go: run,
    }),
  )
  return [...ofProject.screens, ...actions, ...ofProject.languages, ...projects, ...organization, ...account]
}

function usePlacesOfProject(projectId: number | undefined, locale: string | undefined) {
  const { t, languageTitle } = useText()
  const navigate = useNavigate()
  const { organizations } = useSession()
  const { data: project } = useQuery({ ...projectQuery(projectId ?? 0), enabled: projectId !== undefined })
  if (!project) return { screens: [], languages: [] }
  const membership = organizations.find(({ id }) => id === project.organizationId)
  const params = { projectId: project.id }
  const translate = (code: string) =>
    navigate({ to: '/projects/$projectId/translate/$locale', params: { ...params, locale: code } })
  const ofScreen = (label: TextId, go: () => unknown): PaletteItem => ({
    id: label,
    kind: 'screen',
    label: t(label),
    detail: project.name,
    go,
  })
  const screens = [
    ofScreen('shell.translate', () =>
      translate(workLocale(project, membership, locale)?.code ?? project.sourceLocaleCode),
    ),
    ...[...PROJECT_SCREENS, ...INNER_PROJECT_SCREENS]
      .filter(({ needs }) => needs === undefined || may(membership, needs))
      .map(({ to, label }) => ofScreen(label, () => navigate({ to, params }))),
  ]
  const languages = seenLocales(project, membership).map(
    ({ code, name }): PaletteItem => ({
      id: `language-${code}`,
      kind: 'language',
      label: languageTitle({ code, name }),
      detail: code,
      alias: code,
      go: () => translate(code),
    }),
  )
  return { screens, languages }
}

/** Of the organization where somebody is, or whose project is open. */
function useOrganizationScreens(projectId: number | undefined): readonly PaletteItem[] {
  const { t } = useText()
  const navigate = useNavigate()
  const { orgId } = useParams({ strict: false })
  const { data: project } = useQuery({ ...projectQuery(projectId ?? 0), enabled: projectId !== undefined })
  const membership = useMembership(orgId ?? project?.organizationId ?? 0)
  if (!membership) return []
  return ORGANIZATION_SCREENS.filter(({ needs }) => needs === undefined || may(membership, needs)).map(
    ({ to, label }) => ({
      id: `organization-${label}`,
      kind: 'screen',
      label: t(label),
      detail: membership.name,
      go: () => navigate({ to, params: { orgId: membership.id } }),
    }),
  )
}

/** Organizations beyond these are reached by the switcher: each is a question of its own. */
const ASKED = 10

function useProjects(projectId: number | undefined, asked: string): readonly PaletteItem[] {
  const navigate = useNavigate()
  const organizations = useSession().organizations.slice(0, ASKED)
  const answers = useQueries({
    queries: organizations.map(({ id }) => ({ ...someProjectsQuery(id, asked), placeholderData: keepPreviousData })),
  })
  return answers.flatMap(({ data }, index) =>
    (data?.projects ?? [])
      .filter(({ id }) => id !== projectId)
      .map(
        ({ id, name }): PaletteItem => ({
          id: `project-${id}`,
          kind: 'project',
          label: name,
          detail: organizations[index]?.name ?? '',
          go: () => navigate({ to: '/projects/$projectId', params: { projectId: id } }),
        }),
      ),
  )
}

function useAccountScreens(): readonly PaletteItem[] {
  const { t } = useText()
  const navigate = useNavigate()
  return ACCOUNT_SECTIONS.map((section) => ({
    id: `account-${section}`,
    kind: 'screen',
    label: t(`account.${section}`),
    detail: t('account.nav'),
    go: () => navigate({ to: '/account/$section', params: { section } }),
  }))
}
