import type { AnswerOf } from '@parlance/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { may, useIsReadOnly, useMembership, useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { RowActions } from '../../ui/table.tsx'
import type { ImportJob } from './import-job.ts'
import { CancelJob, FollowImport, ShowFailed } from './job-deeds.tsx'
import styles from './jobs.module.css'
import {
  type Deploy,
  type ImportProgress,
  isRunning,
  type Job,
  type TranslationJob,
  targetOf,
  type Undoable,
  undoOfImport,
  undoOfTranslation,
} from './jobs.ts'

type Project = AnswerOf<'getProject'>

interface RowProps {
  project: Project
  onUndo: (undone: Undoable) => void
}

export function JobRow({ job, ...row }: RowProps & { job: Job }) {
  if (job.kind === 'deploy') return <DeployRow deploy={job.deploy} />
  if (job.kind === 'import') return <ImportRow {...row} at={job.at} done={job.done} />
  if (job.kind === 'progress') return <ProgressRow project={row.project} progress={job.progress} />
  return <TranslationRow {...row} job={job.job} />
}

interface FrameProps {
  title: string
  state: TranslationJob['status']
  outcome: ReactNode
  by: string | null
  at: string
  actions?: ReactNode
}

const TONES = { waiting: 'plain', running: 'accent', completed: 'good', failed: 'bad', cancelled: 'plain' } as const

function Frame({ title, state, outcome, by, at, actions }: FrameProps) {
  const { t, relativeTime, dateTime } = useText()
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>
        <Badge tone={TONES[state]}>{t(`jobs.state.${state}`)}</Badge>
      </td>
      <td className={styles.outcome}>{outcome}</td>
      <td dir="auto">{by ?? '–'}</td>
      <td>
        <time dateTime={at} title={dateTime(at)}>
          {relativeTime(at)}
        </time>
      </td>
      <RowActions>{actions}</RowActions>
    </tr>
  )
}

function TranslationRow({ project, job, onUndo }: RowProps & { job: TranslationJob }) {
  const { t, languageName } = useText()
  const mayEdit = may(useMembership(project.organizationId), 'translation.edit')
  const isReadOnly = useIsReadOnly(project.organizationId)
  const title = t('jobs.into', { language: languageName(targetOf(job, project)) })
  const { jobId, processed, failed, total } = job
  const undone = undoOfTranslation(job)
  const isUnderWay = isRunning({ kind: 'translation', at: job.createdAt, job })
  return (
    <Frame
      title={title}
      state={job.status}
      by={null}
      at={job.createdAt}
      outcome={
        <>
          {isUnderWay && <Progress label={title} value={processed + failed} max={total} />}
          <p>{t('jobs.progress', { done: processed + failed, total, failed })}</p>
          {job.error !== null && <p className={styles.error}>{job.error}</p>}
          {failed > 0 && <Failures project={project} job={job} />}
        </>
      }
      actions={
        <>
          {isUnderWay && mayEdit && <CancelJob projectId={project.id} jobId={jobId} />}
          {!isUnderWay && undone && mayEdit && !isReadOnly && (
            <Button onClick={() => onUndo(undone)}>{t('ui.undo')}</Button>
          )}
        </>
      }
    />
  )
}

/** The first of what failed, each with its reason and a way to its key; a button shows all of them in the editor. */
function Failures({ project, job }: { project: Project; job: TranslationJob }) {
  const { t } = useText()
  return (
    <details className={styles.failures}>
      <summary>{t('jobs.failures', { count: job.failed })}</summary>
      <ul>
        {job.errors.map(({ keyId, key, type }) => (
          <li key={keyId}>
            <Link
              to="/projects/$projectId/translate/$locale"
              params={{ projectId: project.id, locale: job.targetLocale }}
              search={{ key: keyId }}
              dir="ltr"
            >
              {key ?? t('drafts.deletedKey')}
            </Link>{' '}
            {t(`jobs.failure.${type}`)}
          </li>
        ))}
      </ul>
      <ShowFailed projectId={project.id} job={job} />
    </details>
  )
}

function DeployRow({ deploy }: { deploy: Deploy }) {
  const { t } = useText()
  const { state, files, error, actor, startedAt } = deploy
  return (
    <Frame
      title={t('jobs.deploy')}
      state={state}
      by={actor.name}
      at={startedAt}
      outcome={
        <>
          {state === 'running' && <Progress label={t('jobs.deploy')} value={undefined} max={1} />}
          {state === 'completed' && <p>{t('jobs.files', { count: files })}</p>}
          {error !== null && <p className={styles.error}>{error}</p>}
        </>
      }
    />
  )
}

function ImportRow({ project, at, done, onUndo }: RowProps & { at: string; done: ImportJob }) {
  const { t } = useText()
  const { actor, source, added, updated } = done
  const undone = undoOfImport(done)
  const mayUndo = useMayUndo(project.organizationId, actor)
  return (
    <Frame
      title={t(`jobs.import.${source}`)}
      state="completed"
      by={actor.name}
      at={at}
      outcome={<p>{t('jobs.imported', { added, updated })}</p>}
      actions={undone && mayUndo && <Button onClick={() => onUndo(undone)}>{t('ui.undo')}</Button>}
    />
  )
}

/** An import that is under way, or failed. */
function ProgressRow({ project, progress }: { project: Project; progress: ImportProgress }) {
  const { t } = useText()
  const { source, status, processedFiles, totalFiles, startedAt, actor } = progress
  const title = t(`jobs.import.${source}`)
  const isUnderWay = status === 'running'
  return (
    <Frame
      title={title}
      state={status}
      by={actor.name}
      at={startedAt}
      outcome={
        isUnderWay ? (
          <Progress label={title} value={processedFiles || undefined} max={totalFiles} />
        ) : (
          <p>{t('import.failed')}</p>
        )
      }
      actions={isUnderWay && <FollowImport project={project} progress={progress} />}
    />
  )
}

/** Their own, or anybody's for those who run the project. */
function useMayUndo(orgId: number, actor: ImportJob['actor']): boolean {
  const membership = useMembership(orgId)
  const { user } = useSession()
  const isReadOnly = useIsReadOnly(orgId)
  const isOwn = actor.type === 'user' && actor.id === user.id
  return !isReadOnly && may(membership, 'translation.edit') && (isOwn || may(membership, 'project.manage'))
}
