import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { projectQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { JobsButton } from '../jobs/index.ts'
import { PaletteButton } from '../palette/index.ts'
import { lastLocale } from '../projects/last-project.ts'
import { AccountMenu } from './account-menu.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'
import styles from './shell.module.css'

export function Header() {
  const { projectId } = useParams({ strict: false })
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.brand} aria-label="Parlance">
        <img src="/icon.svg" alt="" width={24} height={24} />
      </Link>
      <ProjectSwitcher projectId={projectId} />
      {projectId !== undefined && <ProjectNavigation projectId={projectId} />}
      <div className={styles.tools}>
        <PaletteButton projectId={projectId} />
        {projectId !== undefined && <JobsButton projectId={projectId} />}
        <AccountMenu />
      </div>
    </header>
  )
}

/** The screens of a project that there are. */
function ProjectNavigation({ projectId }: { projectId: number }) {
  const { t } = useText()
  const { data: project } = useQuery(projectQuery(projectId))
  if (!project) return null
  const targets = project.locales.filter(({ isSource }) => !isSource)
  const last = project.locales.find(({ code }) => code === lastLocale(projectId))
  const locale = (last ?? targets[0] ?? project.locales[0])?.code
  return (
    <nav aria-label={t('shell.navProject')} className={styles.nav}>
      <Link to="/projects/$projectId" params={{ projectId }} activeOptions={{ exact: true }} className={styles.link}>
        {t('shell.overview')}
      </Link>
      {locale !== undefined && (
        <Link to="/projects/$projectId/translate/$locale" params={{ projectId, locale }} className={styles.link}>
          {t('shell.translate')}
        </Link>
      )}
    </nav>
  )
}
