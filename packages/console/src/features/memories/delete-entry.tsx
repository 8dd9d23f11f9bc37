import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { useText } from '../../text/context.tsx'
import { directionOf } from '../../text/languages.ts'
import { Question } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Entry } from './queries.ts'
import { changeShown, countAgain } from './shown-entries.ts'

export function DeleteEntry({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { t } = useText()
  const toast = useToast()
  const { id, tmId, targetLocaleCode } = entry
  const { mutate } = useMutation({
    mutationFn: () => api.deleteMemoryEntry({ params: { tmId, entryId: id } }),
    onSuccess: () => {
      changeShown(tmId, (entries) => entries.filter((shown) => shown.id !== id))
      toast({ text: t('memories.entryDeleted') })
      void countAgain(tmId)
    },
    onError: (error) => toast({ text: t(`situation.${situationOf(error)}`), isFailure: true }),
    onSettled: onClose,
  })
  return (
    <Question
      question={t('memories.deleteEntryQuestion')}
      isOpen
      onClose={onClose}
      cancelLabel={t('ui.cancel')}
      confirm={{ label: t('memories.delete'), isDangerous: true, onConfirm: () => mutate() }}
    >
      <p dir="auto">{entry.sourceText}</p>
      <p lang={targetLocaleCode} dir={directionOf(targetLocaleCode)}>
        {entry.targetText}
      </p>
      <p>{t('memories.deleteEntryEffect')}</p>
    </Question>
  )
}
