import type { AnswerOf } from '@parlance/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { situationOf } from '../../api/errors.ts'
import { importsQuery } from '../../api/queries.ts'
import { workLocale } from '../../api/seen-locales.ts'
import { useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { Nothing, PagePart } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import styles from './import.module.css'
import { ImportMore } from './import-more.tsx'
import { progressQuery, runQuery } from './import-query.ts'
import { ImportResult } from './import-result.tsx'

type Project = AnswerOf<'getProject'>

/** How often an import that was begun here is looked for. */
const LOOK_MS = 2_000

/** Texts bear the time at which an import was asked for, which is a little before it began. */
const ASKED_BEFORE_MS = 10_000

interface RunningImportProps {
  project: Project
  run: string
}

/** An import from its beginning to its result, also after a reload. */
export function RunningImport({ project, run }: RunningImportProps) {
  const { t } = useText()
  const announce = useAnnounce()
  const { data: answer, error, isPending } = useQuery(runQuery(project.id, run))
  // So that "Jobs" tells of it.
  useQuery({ ...importsQuery(project.id), enabled: isPending, refetchInterval: LOOK_MS })
  useEffect(() => {
    if (answer?.success) announce(t('import.counts', answer.results))
  }, [answer, announce, t])
  if (isPending)
    return (
      <PagePart title={t('import.running')}>
        <Progress label={t('import.button')} value={undefined} max={1} />
        <p className={styles.hint}>{t('import.mayLeave')}</p>
      </PagePart>
    )
  if (error)
    return (
      <Nothing actions={<ImportMore projectId={project.id} />}>
        <span role="alert">
          {t('import.failed')} {t(`situation.${situationOf(error)}`)}
        </span>
      </Nothing>
    )
  if (answer) return <ImportResult project={project} run={run} answer={answer} />
  return <FollowedImport project={project} run={run} />
}

/** Another tab has begun it: here are its numbers. */
function FollowedImport({ project, run }: RunningImportProps) {
  const { t } = useText()
  const { data, isPending } = useQuery(progressQuery(project.id, run))
  if (isPending) return <p>{t('ui.loading')}</p>
  if (data?.status === 'running')
    return (
      <PagePart title={t('import.running')}>
        <Progress label={t('import.button')} value={data.processedFiles || undefined} max={data.totalFiles} />
        <p className={styles.hint}>{t('import.mayLeave')}</p>
      </PagePart>
    )
  if (data?.status === 'completed')
    return (
      <PagePart title={t('import.result')} actions={<ImportMore projectId={project.id} />}>
        <p>
          <strong>{t('import.counts', data.results)}</strong>
        </p>
        {data.results.added + data.results.updated > 0 && <WaysOn project={project} startedAt={data.startedAt} />}
      </PagePart>
    )
  return (
    <Nothing actions={<ImportMore projectId={project.id} />}>
      {data ? t('import.failed') : t('import.unknownRun')}
    </Nothing>
  )
}

/** What it did to each file is known to the tab that began it. Its keys, and the way back, are for everybody. */
function WaysOn({ project, startedAt }: { project: Project; startedAt: string }) {
  const { t } = useText()
  const since = new Date(Date.parse(startedAt) - ASKED_BEFORE_MS).toISOString()
  const locale = workLocale(project, useMembership(project.organizationId), undefined)
  const params = { projectId: project.id }
  return (
    <p className={styles.state}>
      {locale && (
        <Link
          to="/projects/$projectId/translate/$locale"
          params={{ ...params, locale: locale.code }}
          search={{ since }}
        >
          {t('import.showKeys')}
        </Link>
      )}
      <Link to="/projects/$projectId/jobs" params={params} search={{ kind: 'import' }}>
        {t('jobs.all')}
      </Link>
    </p>
  )
}
