import type { AnswerOf } from '@parlance/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { projectQuery, statsQuery } from '../../api/queries.ts'
import { seenLocales, workLocale } from '../../api/seen-locales.ts'
import { may, useIsReadOnly, useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Nothing, Page, PagePart } from '../../ui/page.tsx'
import { RecentActivity } from '../activity/index.ts'
import { LanguageProgress } from './language-progress.tsx'
import { lastLocale } from './last-project.ts'
import styles from './overview.module.css'
import { Published } from './published.tsx'
import { useLiveNumbers } from './use-live-numbers.ts'
import { WordsChart } from './words-chart.tsx'

type Project = AnswerOf<'getProject'>

export function OverviewScreen() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' })
  return <Overview key={projectId} projectId={projectId} />
}

function Overview({ projectId }: { projectId: number }) {
  const { t } = useText()
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: stats } = useSuspenseQuery(statsQuery(projectId))
  const membership = useMembership(project.organizationId)
  const isReadOnly = useIsReadOnly(project.organizationId)
  useLiveNumbers(projectId)
  return (
    <Page
      title={project.name}
      lead={t('projects.size', { keys: stats.keys, languages: seenLocales(project, membership).length })}
      actions={stats.keys > 0 && <Continue project={project} />}
    >
      {stats.keys === 0 && <Empty project={project} isReadOnly={isReadOnly} />}
      <PagePart title={t('projects.languages')}>
        <LanguageProgress project={project} stats={stats} />
      </PagePart>
      <WordsChart project={project} />
      <div className={styles.columns}>
        <RecentActivity project={project} />
        <Published projectId={projectId} />
      </div>
    </Page>
  )
}

/** Where somebody goes on: the language of last time, or the first there is to translate into. */
function useGoOn(project: Project) {
  const navigate = useNavigate()
  const membership = useMembership(project.organizationId)
  const locale = workLocale(project, membership, lastLocale(project.id))
  const go = () =>
    locale &&
    void navigate({
      to: '/projects/$projectId/translate/$locale',
      params: { projectId: project.id, locale: locale.code },
    })
  return { locale, go }
}

function Continue({ project }: { project: Project }) {
  const { t, languageTitle } = useText()
  const { locale, go } = useGoOn(project)
  if (!locale) return null
  return (
    <>
      <span className={styles.hint}>{languageTitle(locale)}</span>
      <Button kind="primary" onClick={go}>
        {t('overview.continue')}
      </Button>
    </>
  )
}

function Empty({ project, isReadOnly }: { project: Project; isReadOnly: boolean }) {
  const { t } = useText()
  const { go } = useGoOn(project)
  const navigate = useNavigate()
  const membership = useMembership(project.organizationId)
  const mayWrite = !isReadOnly && may(membership, 'translation.edit')
  return (
    <Nothing
      actions={
        mayWrite && (
          <>
            {may(membership, 'project.import') && (
              <Button
                kind="primary"
                onClick={() =>
                  void navigate({ to: '/projects/$projectId/import', params: { projectId: project.id }, search: {} })
                }
              >
                {t('start.import')}
              </Button>
            )}
            <Button onClick={go}>{t('overview.openEditor')}</Button>
          </>
        )
      }
    >
      {mayWrite ? t('overview.empty') : t('overview.emptyReader')}
    </Nothing>
  )
}
