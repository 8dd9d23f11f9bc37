import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { projectQuery } from '../../api/queries.ts'
import { workLocale } from '../../api/seen-locales.ts'
import { may, useMembership } from '../../api/session.ts'
import { ORGANIZATION_SCREENS, PROJECT_SCREENS } from '../../screens.ts'
import { useText } from '../../text/context.tsx'
import { lastLocale } from '../projects/index.ts'
import styles from './shell.module.css'

/** The screens of a project that a person may use. */
export function ProjectNavigation({ projectId, locale }: { projectId: number; locale: string | undefined }) {
  const { t } = useText()
  const { data: project } = useQuery(projectQuery(projectId))
  const membership = useMembership(project?.organizationId ?? 0)
  if (!project) return null
  const target = workLocale(project, membership, locale ?? lastLocale(projectId))
  return (
    <nav aria-label={t('shell.navProject')} className={styles.nav}>
      {PROJECT_SCREENS.filter(({ needs }) => needs === undefined || may(membership, needs)).map(({ to, label }) => (
        <Fragment key={to}>
          <Link
            to={to}
            params={{ projectId }}
            activeOptions={{ exact: to === '/projects/$projectId', includeSearch: false }}
            className={styles.link}
          >
            {t(label)}
          </Link>
          {to === '/projects/$projectId' && target && (
            <Link
              to="/projects/$projectId/translate/$locale"
              params={{ projectId, locale: target.code }}
              activeOptions={{ includeSearch: false }}
              className={styles.link}
            >
              {t('shell.translate')}
            </Link>
          )}
        </Fragment>
      ))}
    </nav>
  )
}

/** The screens of an organization that a person may use. */
export function OrganizationNavigation({ orgId }: { orgId: number }) {
  const { t } = useText()
  const membership = useMembership(orgId)
  return (
    <nav aria-label={t('shell.navOrganization')} className={styles.nav}>
      {ORGANIZATION_SCREENS.filter(({ needs }) => needs === undefined || may(membership, needs)).map(
        ({ to, label }) => (
          <Link
            key={to}
            to={to}
            params={{ orgId }}
            activeOptions={{ exact: to === '/organizations/$orgId', includeSearch: false }}
            className={styles.link}
          >
            {t(label)}
          </Link>
        ),
      )}
    </nav>
  )
}
