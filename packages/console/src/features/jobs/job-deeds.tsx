import type { AnswerOf } from '@parlance/sdk'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { queryClient } from '../../api/queries.ts'
import { may, useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { showing } from '../translate/index.ts'
import type { ImportProgress, TranslationJob } from './jobs.ts'
import { jobsQuery } from './use-jobs.ts'

export function CancelJob({ projectId, jobId }: { projectId: number; jobId: number }) {
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

interface ShowFailedProps {
  projectId: number
  job: TranslationJob
  /** Somebody goes to see keys. */
  onLeave?: () => void
}

/** The list of jobs tells the first failures only, so the job itself is asked. */
export function ShowFailed({ projectId, job, onLeave }: ShowFailedProps) {
  const { t } = useText()
  const navigate = useNavigate()
  const show = async () => {
    const { errors } = await api.getMachineTranslationJob({ params: { projectId, jobId: job.jobId } })
    onLeave?.()
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

interface FollowImportProps {
  project: AnswerOf<'getProject'>
  progress: ImportProgress
  onLeave?: () => void
}

/** To the screen that shows how far an import is, for those who may see it. */
export function FollowImport({ project, progress, onLeave }: FollowImportProps) {
  const { t } = useText()
  if (!may(useMembership(project.organizationId), 'project.import')) return null
  return (
    <Link
      to="/projects/$projectId/import"
      params={{ projectId: project.id }}
      search={{ run: progress.trackingId }}
      className={buttonClass()}
      onClick={() => onLeave?.()}
    >
      {t('import.follow')}
    </Link>
  )
}
