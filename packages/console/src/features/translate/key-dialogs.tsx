import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { useText } from '../../text/context.tsx'
import { Question } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { MissedKeys, useMissedKeys } from '../deployments/index.ts'
import { EditKeyDialog } from './edit-key.tsx'
import { useEditor } from './editor-context.ts'
import { ask, type KeyQuestion } from './key-questions.ts'
import { showAnew } from './selection/use-batch.ts'

const UNDO_MS = 30_000

/** The dialogs that the menu of a row opens. */
export function KeyDialogs({ asked }: { asked: Exclude<KeyQuestion, { kind: 'create' }> }) {
  const { project } = useEditor()
  const { t } = useText()
  const toast = useToast()
  const { data: key, error } = useQuery({
    queryKey: ['project', project.id, 'key', asked.keyId],
    queryFn: () => api.getKeyById({ params: { projectId: project.id, keyId: asked.keyId } }),
    // A form begins with what is so now, not with what was so when it was last opened.
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (!error) return
    ask(undefined)
    toast({ text: t(`situation.${situationOf(error)}`), isFailure: true })
  }, [error, toast, t])
  if (key?.id !== asked.keyId) return null
  const close = () => ask(undefined)
  return asked.kind === 'edit' ? (
    <EditKeyDialog described={key} onClose={close} />
  ) : (
    <DeleteKeyQuestion keyId={key.id} name={key.key} namespace={key.namespace} onClose={close} />
  )
}

interface DeleteKeyProps {
  keyId: number
  name: string
  namespace: string
  onClose: () => void
}

function DeleteKeyQuestion({ keyId, name, namespace, onClose }: DeleteKeyProps) {
  const { t } = useText()
  const { project, isReadOnly } = useEditor()
  const remove = useDelete(keyId, name)
  const names = () => Promise.resolve([{ namespace, key: name }])
  const missed = useMissedKeys({ projectId: project.id, about: [keyId], names })
  return (
    <Question
      question={t('keyActions.deleteQuestion', { name })}
      isOpen
      onClose={onClose}
      confirm={{
        label: t('keyActions.delete'),
        isDangerous: true,
        isDisabled: !missed.isSettled,
        onConfirm: () => {
          onClose()
          void remove()
        },
      }}
      cancelLabel={t('ui.cancel')}
    >
      <p>{t('delete.effect', { count: 1, languages: project.locales.length })}</p>
      <p>{t(isReadOnly ? 'delete.readOnly' : 'batch.canUndo')}</p>
      <MissedKeys state={missed} count={1} />
    </Question>
  )
}

/** Deletes a key, which stays in the list as a struck-out row, and offers to bring it back. */
function useDelete(keyId: number, name: string) {
  const { t } = useText()
  const toast = useToast()
  const editor = useEditor()
  const params = { projectId: editor.project.id, keyId }
  const failed = (error: unknown) => toast({ text: t(`situation.${situationOf(error)}`), isFailure: true })
  const restore = async () => {
    try {
      await api.restoreKey({ params })
      await showAnew(editor, [keyId])
      toast({ text: t('keyActions.restored', { name }) })
    } catch (error) {
      failed(error)
    }
  }
  return async () => {
    try {
      await api.deleteKey({ params })
    } catch (error) {
      return failed(error)
    }
    editor.open(undefined)
    editor.selection.set([keyId], false)
    editor.rows.markGone(keyId)
    await showAnew(editor, [])
    const undo = { action: { label: t('ui.undo'), onPress: restore }, timeoutMs: UNDO_MS }
    return toast({ text: t('keyActions.deleted', { name }), ...(editor.isReadOnly ? {} : undo) })
  }
}
