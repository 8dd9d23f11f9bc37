import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Question } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { TranslationJob } from './jobs.ts'

interface UndoJobQuestionProps {
  projectId: number
  job: TranslationJob
  onClose: () => void
}

/** A job takes its time, and others work meanwhile: what they did lies between its changes and would go, too. */
export function UndoJobQuestion({ projectId, job, onClose }: UndoJobQuestionProps) {
  const { t } = useText()
  const toast = useToast()
  const params = { projectId }
  const { data: plan } = useQuery({
    queryKey: ['project', projectId, 'undo', job.jobId],
    queryFn: () => api.revertActivity({ params, body: { ...(job.changes ?? NOTHING), dryRun: true } }),
    staleTime: 0,
  })
  const undo = async () => {
    onClose()
    try {
      const { reverted, skipped } = await api.revertActivity({ params, body: job.changes ?? NOTHING })
      toast({ text: t('batch.takenBack', { count: reverted, left: skipped.length }) })
    } catch (error) {
      toast({ text: t(`situation.${situationOf(error)}`), isFailure: true })
    }
    await queryClient.invalidateQueries({ queryKey: ['project', projectId] })
  }
  if (!plan) return null
  const others = plan.reverted - job.processed
  return (
    <Question
      question={t('jobs.undoQuestion')}
      isOpen
      onClose={onClose}
      confirm={{ label: t('ui.undo'), onConfirm: undo, isDangerous: others > 0 }}
      cancelLabel={t('ui.cancel')}
    >
      <p>{t('jobs.undoEffect', { count: plan.reverted, skipped: plan.skipped.length })}</p>
      <p>{t('jobs.undoOthers')}</p>
    </Question>
  )
}

const NOTHING = { fromId: 1, toId: 1 }
