import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { namespacesQuery } from '../../../api/queries.ts'
import { may } from '../../../api/session.ts'
import { useText } from '../../../text/context.tsx'
import { MissedKeys, useMissedKeys } from '../../deployments/index.ts'
import { useEditor } from '../editor-context.ts'
import { type NamespaceTarget, namespaceIdOf } from '../namespace.ts'
import { NamespaceField } from '../namespace-field.tsx'
import { stepsOf } from './batch.ts'
import { BatchDialog } from './batch-dialog.tsx'
import { useNamesOf } from './names-of.ts'
import type { ManyDialogProps } from './status-dialogs.tsx'

export function MoveDialog({ keyIds, onClose }: ManyDialogProps) {
  const { t } = useText()
  const { project, membership } = useEditor()
  const { data } = useQuery(namespacesQuery(project.id))
  const [target, setTarget] = useState<NamespaceTarget>({ id: project.defaultNamespaceId })
  const params = { projectId: project.id }
  // Code looks for them where they are now.
  const missed = useMissedKeys({ projectId: project.id, about: keyIds, names: useNamesOf(keyIds) })
  const name = 'name' in target ? target.name : (data?.namespaces.find(({ id }) => id === target.id)?.name ?? '')
  const steps = async () => {
    const targetNamespaceId = await namespaceIdOf(project.id, target)
    return stepsOf(keyIds, [targetNamespaceId], (part) =>
      api.batchMoveKeys({ params, body: { keyIds: part, targetNamespaceId } }),
    )
  }
  return (
    <BatchDialog
      title={t('selection.move')}
      keyIds={keyIds}
      effect={t('move.effect', { count: keyIds.length, namespace: name })}
      isReady={name !== '' && missed.isSettled}
      steps={steps}
      done={(count) => t('move.done', { count, namespace: name })}
      onClose={onClose}
    >
      <NamespaceField value={target} onChange={setTarget} mayCreate={may(membership, 'project.manage')} />
      <MissedKeys state={missed} count={keyIds.length} />
    </BatchDialog>
  )
}
