import type { AnswerOf } from '@parlance/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { MOST_TAKEN_BACK, takeBack } from '../../api/take-back.ts'
import { useText } from '../../text/context.tsx'
import { Question } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { refreshProject } from './import-query.ts'

interface UndoImportProps {
  project: AnswerOf<'getProject'>
  run: string
  changes: { fromId: number; toId: number }
  onClose: () => void
}

/** Asks with the numbers of what would happen, and takes an import back. */
export function UndoImport({ project, run, changes, onClose }: UndoImportProps) {
  const { t } = useText()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const params = { projectId: project.id }
  const isOnePiece = changes.toId - changes.fromId < MOST_TAKEN_BACK
  const { data: plan, error } = useQuery({
    queryKey: ['project', project.id, 'undo', 'import', run],
    queryFn: () => api.revertActivity({ params, body: { ...changes, dryRun: true } }),
    enabled: isOnePiece,
    staleTime: 0,
  })
  const undo = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      const { reverted, skipped } = await takeBack([changes], (body) => api.revertActivity({ params, body }))
      toast({ text: t('batch.takenBack', { count: reverted, left: skipped.length }) })
    } catch (failure) {
      toast({ text: t(`situation.${situationOf(failure)}`), isFailure: true })
    }
    onClose()
    await refreshProject(project.id, run)
  }
  if (isOnePiece && !plan && !error) return null
  return (
    <Question
      question={t('import.undoQuestion')}
      isOpen
      onClose={onClose}
      confirm={{ label: isBusy ? t('ui.loading') : t('ui.undo'), onConfirm: () => void undo(), isDangerous: true }}
      cancelLabel={t('ui.cancel')}
    >
      {plan && <p>{t('jobs.undoEffect', { count: plan.reverted, skipped: plan.skipped.length })}</p>}
      <p>{t('import.undoHint')}</p>
    </Question>
  )
}
