import type { AnswerOf } from '@parlance/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { useText } from '../../text/context.tsx'
import { Failed } from '../../ui/failed.tsx'
import { PagePart } from '../../ui/page.tsx'
import styles from './activity.module.css'
import { TOLD_EVENTS } from './activity-text.ts'
import { type Entry, entriesOf } from './entries.ts'
import { Sentence } from './sentence.tsx'

type Project = AnswerOf<'getProject'>

const SHOWN = 8
const ASKED_FOR = 50

const activityQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'activity', 'recent'],
    queryFn: () => api.listActivity({ params: { projectId }, query: { limit: ASKED_FOR, events: TOLD_EVENTS } }),
  })

/** What happened last. */
export function RecentActivity({ project }: { project: Project }) {
  const { t } = useText()
  const query = useQuery(activityQuery(project.id))
  const { data } = query
  // A key that was created is told with its name; that its source text came with it goes without saying.
  const told = data?.activity.filter(
    ({ event, locale }) => event !== 'translation.created' || locale !== project.sourceLocaleCode,
  )
  const shown = told && entriesOf(told).slice(0, SHOWN)
  return (
    <PagePart
      title={t('overview.activity')}
      actions={
        <Link to="/projects/$projectId/activity" params={{ projectId: project.id }}>
          {t('activity.all')}
        </Link>
      }
    >
      <Failed query={query} />
      {shown?.length === 0 && <p className={styles.hint}>{t('overview.nothingYet')}</p>}
      <ul className={styles.list}>
        {shown?.map((entry) => (
          <Happened key={entry.id} entry={entry} project={project} />
        ))}
      </ul>
    </PagePart>
  )
}

function Happened({ entry, project }: { entry: Entry; project: Project }) {
  const { relativeTime, dateTime } = useText()
  const { at } = entry.changes[0]
  return (
    <li className={styles.happened}>
      <Sentence entry={entry} project={project} />
      <time className={styles.hint} dateTime={at} title={dateTime(at)}>
        {relativeTime(at)}
      </time>
    </li>
  )
}
