import type { AnswerOf } from '@parlance/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { situationOf } from '../../api/errors.ts'
import { projectQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Nothing, Page } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { ShowMore, Table } from '../../ui/table.tsx'
import { JOB_KINDS, type JobKind } from './job-list.ts'
import { JobRow } from './job-row.tsx'
import { keyOf, type Undoable } from './jobs.ts'
import { UndoJobQuestion } from './undo-job.tsx'
import { useJobList } from './use-job-list.ts'

const FROM = '/signed-in/projects/$projectId/jobs'

export function JobsScreen() {
  const { projectId } = useParams({ from: FROM })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  return <Jobs key={projectId} project={project} />
}

/** What runs in a project and what ran: imports, translations by machine, publishing. */
function Jobs({ project }: { project: AnswerOf<'getProject'> }) {
  const { t } = useText()
  const { kind } = useSearch({ from: FROM })
  const { jobs, isLoaded, error, pages } = useJobList(project.id, kind)
  const [undone, setUndone] = useState<Undoable>()
  const columns = [t('jobs.job'), t('jobs.stateTitle'), t('jobs.outcome'), t('jobs.by'), t('jobs.begun'), '']
  return (
    <Page title={t('shell.jobs')} lead={t('jobs.lead')} actions={<KindFilter kind={kind} />}>
      {error && <p role="alert">{t(`situation.${situationOf(error)}`)}</p>}
      {isLoaded && jobs.length === 0 && <Nothing>{t('jobs.nothing')}</Nothing>}
      {jobs.length > 0 && (
        <Table label={t('shell.jobs')} columns={columns}>
          {jobs.map((job) => (
            <JobRow key={keyOf(job)} project={project} job={job} onUndo={setUndone} />
          ))}
        </Table>
      )}
      <ShowMore pages={pages} />
      {undone && <UndoJobQuestion projectId={project.id} undone={undone} onClose={() => setUndone(undefined)} />}
    </Page>
  )
}

function KindFilter({ kind }: { kind: JobKind | undefined }) {
  const { t } = useText()
  const navigate = useNavigate({ from: '/projects/$projectId/jobs' })
  const choices = [
    { value: 'all' as const, label: t('jobs.kind.all') },
    ...JOB_KINDS.map((value) => ({ value, label: t(`jobs.kind.${value}`) })),
  ]
  return (
    <Select
      label={t('jobs.kindTitle')}
      value={kind ?? 'all'}
      choices={choices}
      onChange={(chosen) => void navigate({ to: '.', search: chosen === 'all' ? {} : { kind: chosen } })}
    />
  )
}
