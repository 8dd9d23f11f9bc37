import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { useText } from '../../../text/context.tsx'
import { Question } from '../../../ui/dialog.tsx'
import { MissedKeys, useMissedKeys } from '../../deployments/index.ts'
import { useEditor } from '../editor-context.ts'
import { stepsOf } from './batch.ts'
import { BatchDialog } from './batch-dialog.tsx'
import { useNamesOf } from './names-of.ts'
import type { ManyDialogProps } from './status-dialogs.tsx'

export function DeleteDialog({ keyIds, onClose }: ManyDialogProps) {
  const { t } = useText()
  const { project, isReadOnly, list, selection, search, open } = useEditor()
  const [isConfirmed, setConfirmed] = useState(false)
  // As it was asked: what is deleted may make room, but not for coming back.
  const [isFinal] = useState(isReadOnly)
  const count = keyIds.length
  const params = { projectId: project.id }
  const missed = useMissedKeys({
    projectId: project.id,
    about: keyIds,
    names: useNamesOf(keyIds),
    isWanted: !isConfirmed,
  })
  if (!isConfirmed)
    return (
      <Question
        question={t('delete.question', { count })}
        isOpen
        onClose={onClose}
        confirm={{
          label: t('selection.delete'),
          onConfirm: () => setConfirmed(true),
          isDangerous: true,
          isDisabled: !missed.isSettled,
        }}
        cancelLabel={t('ui.cancel')}
      >
        <p>{t('delete.effect', { count, languages: project.locales.length })}</p>
        <p>{t(isFinal ? 'delete.readOnly' : 'batch.canUndo')}</p>
        <MissedKeys state={missed} count={count} />
      </Question>
    )
  return (
    <BatchDialog
      title={t('selection.delete')}
      keyIds={keyIds}
      isFinal={isFinal}
      steps={() => stepsOf(keyIds, [null], (part) => api.batchDeleteKeys({ params, body: { keyIds: part } }))}
      done={(deleted) => t('delete.done', { count: deleted })}
      onDone={async () => {
        if (search.key !== undefined && keyIds.includes(search.key)) open(undefined)
        await list.refresh()
        selection.set(keyIds, false)
      }}
      onClose={onClose}
    />
  )
}
