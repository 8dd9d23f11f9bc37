import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { projectQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { DeployEntry, ImportEntry, TranslationEntry } from './job-entry.tsx'
import styles from './jobs.module.css'
import { isRunning, keyOf, type Undoable, undoOfTranslation } from './jobs.ts'
import { useJobs } from './use-jobs.ts'

const UndoJobQuestion = lazy(() => import('./undo-job.tsx').then((m) => ({ default: m.UndoJobQuestion })))

/** Button "Jobs" of the header with the tray of what runs in a project: how far it is, what failed, "Cancel". */
export function JobsButton({ projectId }: { projectId: number }) {
  const { t } = useText()
  const id = useId()
  const jobs = useJobs(projectId)
  const [undone, setUndone] = useState<Undoable | null>(null)
  const running = jobs.filter(isRunning).length
  return (
    <>
      <Popover
        label={t('shell.jobs')}
        trigger={
          <IconButton label={t('shell.jobs')} aria-describedby={id} className={styles.button}>
            <ListChecks size={16} aria-hidden />
            {running > 0 && (
              <span className={styles.badge} aria-hidden>
                {running}
              </span>
            )}
          </IconButton>
        }
      >
        {(close) => (
          <div className={styles.popup}>
            <h2 className={styles.title}>{t('shell.jobs')}</h2>
            <Tray
              projectId={projectId}
              jobs={jobs}
              onLeave={close}
              onUndo={(asked) => {
                close()
                setUndone(asked)
              }}
            />
            <Link to="/projects/$projectId/jobs" params={{ projectId }} className={styles.all} onClick={close}>
              {t('jobs.all')}
            </Link>
          </div>
        )}
      </Popover>
      <span id={id} hidden>
        {t('jobs.running', { count: running })}
      </span>
      <Suspense>
        {undone && <UndoJobQuestion projectId={projectId} undone={undone} onClose={() => setUndone(null)} />}
      </Suspense>
    </>
  )
}

interface TrayProps {
  projectId: number
  jobs: ReturnType<typeof useJobs>
  onLeave: () => void
  onUndo: (asked: Undoable | null) => void
}

function Tray({ projectId, jobs, onLeave, onUndo }: TrayProps) {
  const { t } = useText()
  const { data: project } = useQuery(projectQuery(projectId))
  if (!project || jobs.length === 0) return <p className={styles.none}>{t('jobs.none')}</p>
  return (
    <ul className={styles.list}>
      {jobs.map((job) => (
        <li key={keyOf(job)} className={styles.entry}>
          {job.kind === 'deploy' && <DeployEntry deploy={job.deploy} />}
          {job.kind === 'progress' && <ImportEntry project={project} progress={job.progress} onLeave={onLeave} />}
          {job.kind === 'translation' && (
            <TranslationEntry
              project={project}
              job={job.job}
              onLeave={onLeave}
              onUndo={() => onUndo(undoOfTranslation(job.job))}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
