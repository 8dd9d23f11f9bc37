import type { AnswerOf } from '@parlance/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { workLocale } from '../../api/seen-locales.ts'
import { useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { activityText, TOLD_EVENTS } from './activity-text.ts'
import styles from './overview.module.css'

type Project = AnswerOf<'getProject'>
type Activity = AnswerOf<'listActivity'>['activity'][number]

const SHOWN = 8

const activityQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'activity', 'recent'],
    queryFn: () => api.listActivity({ params: { projectId }, query: { limit: 2 * SHOWN, events: TOLD_EVENTS } }),
  })

/** What happened last. */
export function RecentActivity({ project }: { project: Project }) {
  const { t } = useText()
  const { data } = useQuery(activityQuery(project.id))
  // A key that was created is told with its name; that its source text came with it goes without saying.
  const shown = data?.activity
    .filter(({ event, locale }) => event !== 'translation.created' || locale !== project.sourceLocaleCode)
    .slice(0, SHOWN)
  return (
    <section className={styles.section} aria-label={t('overview.activity')}>
      <h2>{t('overview.activity')}</h2>
      {shown?.length === 0 && <p className={styles.hint}>{t('overview.nothingYet')}</p>}
      <ul className={styles.activity}>
        {shown?.map((activity) => (
          <Happened key={activity.id} activity={activity} project={project} />
        ))}
      </ul>
    </section>
  )
}

function Happened({ activity, project }: { activity: Activity; project: Project }) {
  const { t, relativeTime, dateTime, languageName } = useText()
  const { actor, at, keyId, locale } = activity
  const membership = useMembership(project.organizationId)
  const language = project.locales.find(({ code }) => code === locale)
  const text = t(activityText(activity.event), {
    name: actor.name ?? t('overview.service'),
    key: activity.key ?? '',
    language: locale === null ? '' : languageName(language ?? { code: locale, name: locale }),
  })
  const to = language ?? workLocale(project, membership, undefined)
  const isThere = keyId !== null && to !== undefined && activity.event !== 'key.deleted'
  return (
    <li className={styles.happened}>
      {isThere ? (
        <Link
          to="/projects/$projectId/translate/$locale"
          params={{ projectId: project.id, locale: to.code }}
          search={{ key: keyId }}
        >
          {text}
        </Link>
      ) : (
        <span>{text}</span>
      )}
      <time className={styles.hint} dateTime={at} title={dateTime(at)}>
        {relativeTime(at)}
      </time>
    </li>
  )
}
