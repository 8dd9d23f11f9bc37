import type { AnswerOf } from '@parlance/sdk'
import { api } from '../../api/client.ts'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { MissedKeys, useMissedKeys } from '../deployments/index.ts'
import { useEditor } from './editor-context.ts'
import styles from './key-fields.module.css'
import { MeaningFields, NameFields } from './key-fields.tsx'
import { changesOf, formOf } from './key-form.ts'
import { namespaceIdOf } from './namespace.ts'
import { showAnew } from './selection/use-batch.ts'
import { useKeyForm } from './use-key-form.ts'

interface EditKeyDialogProps {
  described: AnswerOf<'getKeyById'>
  onClose: () => void
}

const FORM = 'edit-key-form'

/** Name, namespace and all that is said about a key. */
export function EditKeyDialog({ described, onClose }: EditKeyDialogProps) {
  const { t } = useText()
  const announce = useAnnounce()
  const editor = useEditor()
  const { form, change, submit, refusal, canSubmit } = useKeyForm(formOf(described))
  const names = [{ namespace: described.namespace, key: described.key }]
  const missed = useMissedKeys({
    projectId: editor.project.id,
    about: [described.id],
    names: () => Promise.resolve(names),
  })
  const save = async () => {
    const projectId = editor.project.id
    const body = changesOf(form, described, await namespaceIdOf(projectId, form.namespace))
    if (Object.keys(body).length > 0) await api.updateKey({ params: { projectId, keyId: described.id }, body })
    onClose()
    announce(t('editKey.saved', { name: form.name }))
    await showAnew(editor, [described.id])
  }
  return (
    <Dialog
      title={t('keyActions.edit')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" form={FORM} disabled={!canSubmit}>
            {t('editKey.save')}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit(save)
        }}
      >
        {refusal.text !== undefined && (
          <p role="alert" className={styles.refused}>
            {refusal.text}
          </p>
        )}
        <NameFields form={form} change={change} errors={refusal} />
        <MissedKeys state={missed} count={1} title={t('impact.renamed')} />
        <MeaningFields form={form} change={change} errors={refusal} />
      </form>
    </Dialog>
  )
}
