import type { Permission } from './api/session.ts'
import type { TextId } from './text/text.ts'

interface Screen<Path extends string> {
  label: TextId
  to: Path
  /** Who may not do this finds no way there. */
  needs?: Permission
}

/**
 * The screens of a project in the order of its navigation, and as the palette offers them. The editor, which stands
 * second, has a language in its address and is not in the list.
 */
export const PROJECT_SCREENS: readonly Screen<'/projects/$projectId'>[] = [
  { label: 'shell.overview', to: '/projects/$projectId' },
]

/** The screens of an organization, likewise. */
export const ORGANIZATION_SCREENS: readonly Screen<'/organizations/$orgId'>[] = [
  { label: 'projects.title', to: '/organizations/$orgId' },
]
