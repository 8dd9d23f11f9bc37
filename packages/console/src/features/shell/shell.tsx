import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { projectQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { usePreferencesOfService } from '../accounts/index.ts'
import { ReadOnlyBanner } from '../organizations/index.ts'
import { keepLast } from '../projects/index.ts'
import { Header } from './header.tsx'
import styles from './shell.module.css'

/** Header and content of every screen for people who are signed in. */
export function Shell() {
  const { t } = useText()
  usePreferencesOfService()
  const orgId = usePlace()
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      <Header />
      {orgId !== undefined && <ReadOnlyBanner orgId={orgId} />}
      <main id="content" tabIndex={-1} className={styles.main}>
        <Suspense fallback={<p className={styles.waiting}>{t('ui.loading')}</p>}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  )
}

/** Remembers where somebody is, and tells whose organization that is. */
function usePlace(): number | undefined {
  const { projectId, orgId, locale } = useParams({ strict: false })
  const { data: project } = useQuery({ ...projectQuery(projectId ?? 0), enabled: false })
  useEffect(() => {
    if (project) keepLast(project.id, locale)
  }, [project, locale])
  return orgId ?? (projectId === undefined ? undefined : project?.organizationId)
}
