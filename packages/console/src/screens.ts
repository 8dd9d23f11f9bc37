import type { Permission } from './api/session.ts'
import type { TextId } from './text/text.ts'

interface Screen<Path extends string> {
  label: TextId
  to: Path
  /** Who may not do this finds no way there. */
  needs?: Permission
}

type ProjectPath =
  | '/projects/$projectId'
  | `/projects/$projectId/${'import' | 'export' | 'activity' | 'files' | 'webhooks' | 'api-keys' | 'settings' | 'jobs' | 'trash'}`

/**
 * The screens of a project in the order of its navigation, and as the palette offers them. The editor, which stands
 * second, has a language in its address and is not in the list.
 */
export const PROJECT_SCREENS: readonly Screen<ProjectPath>[] = [
  { label: 'shell.overview', to: '/projects/$projectId' },
  { label: 'import.title', to: '/projects/$projectId/import', needs: 'project.import' },
  { label: 'export.title', to: '/projects/$projectId/export', needs: 'project.export' },
  { label: 'activity.title', to: '/projects/$projectId/activity' },
  { label: 'files.title', to: '/projects/$projectId/files' },
  { label: 'webhooks.title', to: '/projects/$projectId/webhooks', needs: 'webhook.view' },
  { label: 'apiKeys.title', to: '/projects/$projectId/api-keys', needs: 'project.manage' },
  { label: 'settings.title', to: '/projects/$projectId/settings', needs: 'project.manage' },
]

/** Those that other screens lead to: the palette alone knows them all. */
export const INNER_PROJECT_SCREENS: readonly Screen<ProjectPath>[] = [
  { label: 'shell.jobs', to: '/projects/$projectId/jobs' },
  { label: 'trash.title', to: '/projects/$projectId/trash', needs: 'translation.delete' },
]

/** The screens of an organization, likewise. */
export const ORGANIZATION_SCREENS: readonly Screen<
  | '/organizations/$orgId'
  | '/organizations/$orgId/members'
  | '/organizations/$orgId/languages'
  | '/organizations/$orgId/glossary'
  | '/organizations/$orgId/memories'
  | '/organizations/$orgId/settings'
>[] = [
  { label: 'projects.title', to: '/organizations/$orgId' },
  { label: 'members.title', to: '/organizations/$orgId/members', needs: 'organization.manage_settings' },
  { label: 'settings.languages', to: '/organizations/$orgId/languages', needs: 'project.manage' },
  { label: 'glossary.title', to: '/organizations/$orgId/glossary', needs: 'glossary.view' },
  { label: 'memories.title', to: '/organizations/$orgId/memories', needs: 'organization.manage_settings' },
  { label: 'settings.title', to: '/organizations/$orgId/settings', needs: 'organization.manage_settings' },
]
