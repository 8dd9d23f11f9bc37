import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useProjectFeed } from '../../api/project-feed.ts'
import { projectQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { SignInAgainButton } from '../accounts/sign-in-dialog.tsx'
import { JobsButton } from '../jobs/index.ts'
import { PaletteButton } from '../palette/index.ts'
import { AccountMenu } from './account-menu.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import { OrganizationNavigation, ProjectNavigation } from './navigation.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'
import styles from './shell.module.css'

export function Header() {
  const { t } = useText()
  const { projectId: asked, orgId, locale } = useParams({ strict: false })
  // The route has asked for it. Of a project that is not to be had, nothing is asked a second time.
  const { data: project } = useQuery({ ...projectQuery(asked ?? 0), enabled: false })
  const projectId = project?.id
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
