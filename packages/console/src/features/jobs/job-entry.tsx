import type { AnswerOf } from '@parlance/sdk'
import { may, useIsReadOnly, useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { CancelJob, FollowImport, ShowFailed } from './job-deeds.tsx'
import styles from './jobs.module.css'
import { type Deploy, type ImportProgress, type TranslationJob, targetOf } from './jobs.ts'

type Project = AnswerOf<'getProject'>

interface TranslationEntryProps {
  project: Project
  job: TranslationJob
  /** Somebody goes to see keys. */
  onLeave: () => void
  onUndo: () => void
}

/** Keys that a machine translates into one language. */
export function TranslationEntry({ project, job, onLeave, onUndo }: TranslationEntryProps) {
  const { t, relativeTime, languageName } = useText()
  const membership = useMembership(project.organizationId)
  const title = t('jobs.into', { language: languageName(targetOf(job, project)) })
  const isUnderWay = job.status === 'waiting' || job.status === 'running'
  const mayEdit = may(membership, 'translation.edit')
  const isReadOnly = useIsReadOnly(project.organizationId)
  return (
    <>
      <div className={styles.head}>
        <strong>{title}</strong>
        <span className={styles.state}>
          {t(`jobs.state.${job.status}`)}
          {job.finishedAt !== null && ` · ${relativeTime(job.finishedAt)}`}
        </span>
      </div>
      {isUnderWay && <Progress label={title} value={job.processed + job.failed} max={job.total} />}
      <div className={styles.foot}>
        <span className={styles.state}>
          {t('jobs.progress', { done: job.processed + job.failed, total: job.total, failed: job.failed })}
        </span>
        {isUnderWay && mayEdit && <CancelJob projectId={project.id} jobId={job.jobId} />}
        {job.failed > 0 && <ShowFailed projectId={project.id} job={job} onLeave={onLeave} />}
        {!isUnderWay && job.changes && mayEdit && !isReadOnly && (
          <Button kind="quiet" onClick={onUndo}>
            {t('ui.undo')}
          </Button>
        )}
      </div>
      {job.status === 'failed' && job.error !== null && <p className={styles.error}>{job.error}</p>}
    </>
  )
}

/** Files that are being published, or were. */
export function DeployEntry({ deploy }: { deploy: Deploy }) {
  const { t, relativeTime } = useText()
  return (
    <>
      <div className={styles.head}>
        <strong>{t('jobs.deploy')}</strong>
        <span className={styles.state}>{t(`jobs.state.${deploy.state}`)}</span>
      </div>
      {deploy.state === 'running' && <Progress label={t('jobs.deploy')} value={undefined} max={1} />}
      <p className={styles.state}>
        {deploy.state === 'completed' && `${t('jobs.files', { count: deploy.files })} · `}
        {relativeTime(deploy.finishedAt ?? deploy.startedAt)}
      </p>
      {deploy.error !== null && <p className={styles.error}>{deploy.error}</p>}
    </>
  )
}

interface ImportEntryProps {
  project: Project
  progress: ImportProgress
  /** Somebody goes to follow it. */
  onLeave: () => void
}

/** An import that is under way, or failed. */
export function ImportEntry({ project, progress, onLeave }: ImportEntryProps) {
  const { t, relativeTime } = useText()
  const { source, status, processedFiles, totalFiles, startedAt } = progress
  const title = t(`jobs.import.${source}`)
  return (
    <>
      <div className={styles.head}>
        <strong>{title}</strong>
        <span className={styles.state}>{t(`jobs.state.${status}`)}</span>
      </div>
      {status === 'running' && <Progress label={title} value={processedFiles || undefined} max={totalFiles} />}
      <div className={styles.foot}>
        <span className={styles.state}>{relativeTime(startedAt)}</span>
        {status === 'running' && <FollowImport project={project} progress={progress} onLeave={onLeave} />}
      </div>
    </>
  )
}
