import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Question } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Memory } from './queries.ts'

interface DeleteMemoryProps {
  memory: Memory
  onClose: () => void
  onDeleted?: () => void
}

export function DeleteMemory({ memory, onClose, onDeleted }: DeleteMemoryProps) {
  const { t } = useText()
  const toast = useToast()
  const { id: tmId, organizationId, name, entriesCount, linkedProjectsCount } = memory
  const { mutate } = useMutation({
    mutationFn: () => api.deleteMemory({ params: { tmId } }),
    onSuccess: async () => {
      toast({ text: t('memories.deleted', { name }) })
      onClose()
      onDeleted?.()
      await queryClient.invalidateQueries({ queryKey: ['organization', organizationId, 'memories'] })
    },
    onError: (error) => {
      toast({ text: t(`situation.${situationOf(error)}`), isFailure: true })
      onClose()
    },
  })
  return (
    <Question
      question={t('memories.deleteQuestion', { name })}
      isOpen
      onClose={onClose}
      cancelLabel={t('ui.cancel')}
      confirm={{ label: t('memories.delete'), isDangerous: true, onConfirm: () => mutate() }}
    >
      <p>{t('memories.deleteEffect', { entries: entriesCount, projects: linkedProjectsCount })}</p>
    </Question>
  )
}
