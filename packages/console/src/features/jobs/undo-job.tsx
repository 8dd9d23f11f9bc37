import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { queryClient } from '../../api/queries.ts'
import { MOST_TAKEN_BACK, takeBack } from '../../api/take-back.ts'
import { useText } from '../../text/context.tsx'
import { Question } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Undoable } from './jobs.ts'

interface UndoJobQuestionProps {
  projectId: number
  undone: Undoable
  onClose: () => void
}

/** Asks with the numbers of what would happen. What is too much for one request is taken back in several. */
export function UndoJobQuestion({ projectId, undone: { id, changes, question, hint }, onClose }: UndoJobQuestionProps) {
  const { t } = useText()
  const toast = useToast()
  const params = { projectId }
  const isOnePiece = changes.toId - changes.fromId < MOST_TAKEN_BACK
  const { data: plan, error } = useQuery({
    queryKey: ['project', projectId, 'undo', id],
    queryFn: () => api.revertActivity({ params, body: { ...changes, dryRun: true } }),
    enabled: isOnePiece,
    staleTime: 0,
  })
  const undo = async () => {
    onClose()
    try {
      const { reverted, skipped } = await takeBack([changes], (body) => api.revertActivity({ params, body }))
      toast({ text: t('batch.takenBack', { count: reverted, left: skipped.length }) })
    } catch (refusal) {
      toast({ text: t(`situation.${situationOf(refusal)}`), isFailure: true })
    }
    await queryClient.invalidateQueries({ queryKey: ['project', projectId] })
  }
  if (isOnePiece && !plan && !error) return null
  return (
    <Question
      question={t(question)}
      isOpen
      onClose={onClose}
      confirm={{ label: t('ui.undo'), onConfirm: () => void undo(), isDangerous: true }}
      cancelLabel={t('ui.cancel')}
    >
      {plan && <p>{t('jobs.undoEffect', { count: plan.reverted, skipped: plan.skipped.length })}</p>}
      <p>{t(hint)}</p>
    </Question>
  )
}
