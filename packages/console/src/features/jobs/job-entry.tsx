import type { AnswerOf } from '@parlance/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { queryClient } from '../../api/queries.ts'
import { may, useIsReadOnly, useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { useToast } from '../../ui/toast.tsx'
import { showing } from '../translate/index.ts'
import styles from './jobs.module.css'
import { type Deploy, type TranslationJob, targetOf } from './jobs.ts'
import { jobsQuery } from './use-jobs.ts'

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
        {isUnderWay && mayEdit && <Cancel projectId={project.id} jobId={job.jobId} />}
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

function Cancel({ projectId, jobId }: { projectId: number; jobId: number }) {
  const { t } = useText()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    try {
      await api.cancelMachineTranslationJob({ params: { projectId, jobId } })
    } catch (error) {
      setBusy(false)
      toast({ text: t(`situation.${situationOf(error)}`), isFailure: true })
    }
    await queryClient.invalidateQueries(jobsQuery(projectId))
  }
  return (
    <Button kind="quiet" disabled={isBusy} onClick={cancel}>
      {t('ui.cancel')}
    </Button>
  )
}

/** The list of jobs tells the first failures only, so the job itself is asked. */
function ShowFailed({ projectId, job, onLeave }: { projectId: number; job: TranslationJob; onLeave: () => void }) {
  const { t } = useText()
  const navigate = useNavigate()
  const show = async () => {
    const { errors } = await api.getMachineTranslationJob({ params: { projectId, jobId: job.jobId } })
    onLeave()
    await navigate({
      to: '/projects/$projectId/translate/$locale',
      params: { projectId, locale: job.targetLocale },
      search: showing([...new Set(errors.map(({ keyId }) => keyId))]),
    })
  }
  return (
    <Button kind="quiet" onClick={show}>
      {t('jobs.showFailed')}
    </Button>
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
      <p className={styles.state}>
        {deploy.state === 'completed' && `${t('jobs.files', { count: deploy.files })} · `}
        {relativeTime(deploy.finishedAt ?? deploy.startedAt)}
      </p>
      {deploy.error !== null && <p className={styles.error}>{deploy.error}</p>}
    </>
  )
}
