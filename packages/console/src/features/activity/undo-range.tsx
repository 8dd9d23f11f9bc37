import type { AnswerOf } from '@parlance/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Question } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'

/** Changes from one to another, both included; up to the newest there is when somebody asks. */
export interface UndoRange {
  fromId: number
  toId: number | 'newest'
}

interface UndoRangeQuestionProps {
  projectId: number
  range: UndoRange
  onClose: () => void
}

/** Tells what would be taken back, before it is. */
export function UndoRangeQuestion({ projectId, range, onClose }: UndoRangeQuestionProps) {
  const { t } = useText()
  const toast = useToast()
  const {
    data: plan,
    error,
    isFetching,
  } = useQuery({
    queryKey: ['project', projectId, 'undo', range],
    queryFn: () => planOf(projectId, range),
    staleTime: 0,
    gcTime: 0,
  })
  const { mutate } = useMutation({
    mutationFn: (ids: { fromId: number; toId: number }) => api.revertActivity({ params: { projectId }, body: ids }),
    onSuccess: ({ reverted, skipped }) =>
      toast({ text: t('batch.takenBack', { count: reverted, left: skipped.length }) }),
    onError: (refused) => toast({ text: t(`situation.${situationOf(refused)}`), isFailure: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['project', projectId] }),
  })
  if (isFetching) return null
  return (
    <Question
      question={t('activity.undoQuestion')}
      isOpen
      onClose={onClose}
      confirm={{
        label: t('ui.undo'),
        isDangerous: true,
        isDisabled: !plan || plan.would.reverted === 0,
        onConfirm: () => {
          onClose()
          if (plan) mutate(plan.ids)
        },
      }}
      cancelLabel={t('ui.cancel')}
    >
      {plan ? <Effect plan={plan.would} /> : <p>{t(`situation.${situationOf(error)}`)}</p>}
    </Question>
  )
}

function Effect({ plan }: { plan: AnswerOf<'revertActivity'> }) {
  const { t } = useText()
  return (
    <>
      <p>{t('activity.undoEffect', { count: plan.reverted })}</p>
      {plan.skipped.length > 0 && <p>{t('activity.undoSkipped', { count: plan.skipped.length })}</p>}
      <p>{t('activity.undoAgain')}</p>
    </>
  )
}

async function planOf(projectId: number, { fromId, toId }: UndoRange) {
  const ids = { fromId, toId: toId === 'newest' ? await newestOf(projectId, fromId) : toId }
  return { ids, would: await api.revertActivity({ params: { projectId }, body: { ...ids, dryRun: true } }) }
}

async function newestOf(projectId: number, atLeast: number): Promise<number> {
  const { activity } = await api.listActivity({ params: { projectId }, query: { limit: 1 } })
  return Math.max(atLeast, activity[0]?.id ?? 0)
}
