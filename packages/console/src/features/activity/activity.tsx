import type { AnswerOf } from '@parlance/sdk'
import { infiniteQueryOptions, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { followProject } from '../../api/live.ts'
import { projectQuery } from '../../api/queries.ts'
import { may, useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Nothing, Page, PagePart } from '../../ui/page.tsx'
import { ShowMore } from '../../ui/table.tsx'
import styles from './activity.module.css'
import { ActivityEntry } from './activity-entry.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import { byDay, entriesOf } from './entries.ts'
import { type ActivitySearch, queryOf } from './search.ts'
import { useUndoRights } from './undo-rights.ts'

type Project = AnswerOf<'getProject'>

const activityQuery = (projectId: number, search: ActivitySearch) =>
  infiniteQueryOptions({
    queryKey: ['project', projectId, 'history', search],
    queryFn: ({ pageParam, signal }) =>
      api.listActivity({
        params: { projectId },
        query: { ...queryOf(search), limit: 100, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  })

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
  const pages = useInfiniteQuery(activityQuery(project.id, search))
  const { count, forget } = useNewChanges(project.id)
  const rights = useUndoRights(project)
  if (pages.isError && !pages.data)
    return (
      <Nothing actions={<Button onClick={() => void pages.refetch()}>{t('ui.tryAgain')}</Button>}>
        {t(`situation.${situationOf(pages.error)}`)}
      </Nothing>
    )
  if (!pages.data) return <p className={styles.hint}>{t('ui.loading')}</p>
  const days = byDay(entriesOf(pages.data.pages.flatMap(({ activity }) => activity)))
  const showNew = () => {
    forget()
    void pages.refetch()
  }
  return (
    <>
      {count > 0 && (
        <div>
          <Button onClick={showNew}>{t('activity.showNew', { count })}</Button>
        </div>
      )}
      {days.length === 0 && <Nothing>{t('activity.none')}</Nothing>}
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

/** The list holds still; what happens meanwhile is counted, and shown when somebody asks for it. */
function useNewChanges(projectId: number) {
  const [count, setCount] = useState(0)
  useEffect(
    () =>
      followProject(projectId, ({ event }) => {
        if (TOLD.some((start) => event.startsWith(start))) setCount((known) => known + 1)
      }),
    [projectId],
  )
  return { count, forget: () => setCount(0) }
}

const TOLD = ['key.', 'translation.', 'comment.', 'issue.', 'namespace.', 'project.', 'cdn_deploy.completed']
