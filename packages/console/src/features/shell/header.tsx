import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useProjectFeed } from '../../api/project-feed.ts'
import { projectQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { SignInAgainButton } from '../accounts/sign-in-dialog.tsx'
import { JobsButton } from '../jobs/index.ts'
import { PaletteButton } from '../palette/index.ts'
import { lastLocale } from '../projects/index.ts'
import { AccountMenu } from './account-menu.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'
import styles from './shell.module.css'

export function Header() {
  const { t } = useText()
  const { projectId, orgId, locale } = useParams({ strict: false })
  useProjectFeed(projectId)
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.brand} aria-label={t('shell.home')}>
        <img src="/icon.svg" alt="" width={24} height={24} />
      </Link>
      <ProjectSwitcher projectId={projectId} orgId={orgId} />
      {projectId !== undefined && <ProjectNavigation projectId={projectId} locale={locale} />}
      {orgId !== undefined && <OrganizationNavigation orgId={orgId} />}
      <div className={styles.tools}>
        <PaletteButton projectId={projectId} />
        {projectId !== undefined && <JobsButton projectId={projectId} />}
        <SignInAgainButton />
        <ConnectionStatus />
        <AccountMenu />
      </div>
    </header>
  )
}

/** The screens of a project. */
function ProjectNavigation({ projectId, locale }: { projectId: number; locale: string | undefined }) {
  const { t } = useText()
  const { data: project } = useQuery(projectQuery(projectId))
  if (!project) return null
  const known = project.locales.find(({ code }) => code === (locale ?? lastLocale(projectId)))
  const target = known ?? project.locales.find(({ isSource }) => !isSource) ?? project.locales[0]
  return (
    <nav aria-label={t('shell.navProject')} className={styles.nav}>
      <Link to="/projects/$projectId" params={{ projectId }} activeOptions={{ exact: true }} className={styles.link}>
        {t('shell.overview')}
      </Link>
      {target && (
        <Link
          to="/projects/$projectId/translate/$locale"
          params={{ projectId, locale: target.code }}
          activeOptions={{ includeSearch: false }}
          className={styles.link}
        >
          {t('shell.translate')}
        </Link>
      )}
    </nav>
  )
}

/** The screens of an organization. */
function OrganizationNavigation({ orgId }: { orgId: number }) {
  const { t } = useText()
  return (
    <nav aria-label={t('shell.navOrganization')} className={styles.nav}>
      <Link to="/organizations/$orgId" params={{ orgId }} activeOptions={{ exact: true }} className={styles.link}>
        {t('projects.title')}
      </Link>
    </nav>
  )
}
