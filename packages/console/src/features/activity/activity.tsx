import type { AnswerOf } from '@parlance/sdk'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { projectQuery } from '../../api/queries.ts'
import { may, useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Nothing, Page, PagePart } from '../../ui/page.tsx'
import { ShowMore } from '../../ui/table.tsx'
import styles from './activity.module.css'
import { ActivityEntry } from './activity-entry.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import { byDay, entriesOf } from './entries.ts'
import { historyQuery } from './history-query.ts'
import type { ActivitySearch } from './search.ts'
import { useUndoRights } from './undo-rights.ts'
import { useNewChanges } from './use-new-changes.ts'

type Project = AnswerOf<'getProject'>

/** Everything that was changed in a project, by whom and when, and a way back. */
export function ActivityScreen() {
  const { t } = useText()
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' })
  const search = useSearch({ from: '/signed-in/projects/$projectId/activity' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const membership = useMembership(project.organizationId)
  return (
    <Page
      title={t('activity.title')}
      actions={
        may(membership, 'translation.delete') && (
          <Link to="/projects/$projectId/trash" params={{ projectId }} className={buttonClass()}>
            {t('trash.title')}
          </Link>
        )
      }
    >
      <ActivityFilters project={project} search={search} />
      <Changes key={JSON.stringify([projectId, search])} project={project} search={search} />
    </Page>
  )
}

function Changes({ project, search }: { project: Project; search: ActivitySearch }) {
  const { t } = useText()
  const pages = useInfiniteQuery(historyQuery(project.id, search))
  const newest = pages.data?.pages[0]?.activity[0]?.id ?? 0
  const count = useNewChanges(project.id, search, newest)
  const rights = useUndoRights(project)
  if (pages.isError && !pages.data) return <Failed query={pages} />
  if (!pages.data) return <p className={styles.hint}>{t('ui.loading')}</p>
  const days = byDay(entriesOf(pages.data.pages.flatMap(({ activity }) => activity)))
  return (
    <>
      {count > 0 && (
        <div>
          <Button onClick={() => void pages.refetch()}>{t('activity.showNew', { count })}</Button>
        </div>
      )}
      {days.length === 0 && (
        <Nothing>{t(Object.keys(search).length > 0 ? 'activity.none' : 'activity.nothing')}</Nothing>
      )}
      {days.map(({ day, entries }) => (
        <Day key={day} day={day}>
          {entries.map((entry) => (
            <ActivityEntry key={entry.id} entry={entry} project={project} rights={rights} />
          ))}
        </Day>
      ))}
      <ShowMore pages={pages} />
    </>
  )
}

function Day({ day, children }: { day: string; children: ReactNode }) {
  const { locale } = useText()
  const name = new Intl.DateTimeFormat(locale, { dateStyle: 'full' }).format(new Date(`${day}T12:00:00`))
  return (
    <PagePart title={name}>
      <ul className={styles.list}>{children}</ul>
    </PagePart>
  )
}
