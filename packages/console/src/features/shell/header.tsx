import { Link, useParams } from '@tanstack/react-router'
import { useProjectFeed } from '../../api/project-feed.ts'
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
