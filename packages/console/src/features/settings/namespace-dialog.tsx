import type { AnswerOf } from '@parlance/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { codeOf, situationOf } from '../../api/errors.ts'
import { projectQuery, queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { MissedKeys } from '../deployments/index.ts'
import { useMissedInNamespace } from './missed-in-namespace.ts'

interface NamespaceDialogProps {
  projectId: number
  /** The one to rename; a new one without it. */
  namespace?: AnswerOf<'listNamespaces'>['namespaces'][number]
  onClose: () => void
}

export function NamespaceDialog({ projectId, namespace, onClose }: NamespaceDialogProps) {
  const { t } = useText()
  const toast = useToast()
  const [name, setName] = useState(namespace?.name ?? '')
  const missed = useMissedInNamespace(projectId, namespace?.id)
  const sending = useMutation({
    mutationFn: () => {
      const body = { name: name.trim() }
      return namespace
        ? api.updateNamespace({ params: { projectId, namespaceId: namespace.id }, body })
        : api.createNamespace({ params: { projectId }, body })
    },
    onSuccess: async (saved) => {
      onClose()
      toast({ text: t(namespace ? 'settings.namespaceRenamed' : 'settings.namespaceCreated', { name: saved.name }) })
      await queryClient.invalidateQueries({ queryKey: projectQuery(projectId).queryKey })
    },
  })
  return (
    <FormDialog
      title={namespace ? t('settings.renameNamed', { name: namespace.name }) : t('settings.newNamespace')}
      submitLabel={namespace ? t('settings.rename') : t('newKey.create')}
      sending={sending}
      refusal={isTaken(sending.error) ? t('settings.namespaceTaken') : undefined}
      onSubmit={() => sending.mutate()}
      onClose={onClose}
    >
      <TextField
        label={t('projects.name')}
        hint={namespace ? t('settings.renameHint') : undefined}
        required
        maxLength={255}
        dir="auto"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {namespace && namespace.keyCount > 0 && (
        <MissedKeys state={missed} count={namespace.keyCount} title={t('impact.title')} />
      )}
    </FormDialog>
  )
}

const isTaken = (error: Error | null) => codeOf(error) === 'VALIDATION_ERROR' && situationOf(error) === 'changed'
