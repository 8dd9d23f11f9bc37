import { useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useText } from '../../text/context.tsx'
import { directionOf } from '../../text/languages.ts'
import { useAnnounce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useEditor } from './editor-context.ts'
import styles from './key-fields.module.css'
import { MeaningFields, NameFields } from './key-fields.tsx'
import { emptyForm, newKey } from './key-form.ts'
import { EVERYTHING } from './selection/kept-keys.ts'
import { useKeyForm } from './use-key-form.ts'

const FORM = 'new-key-form'

/** Asks for what a key begins with. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { t, languageName } = useText()
  const { source, membership } = useEditor()
  const { form, change, refusal, canSubmit, sourceText, setSourceText, isMore, setMore, create, top } =
    useNewKey(onClose)
  const maySource = !membership?.localeCodes || membership.localeCodes.includes(source.code)
  return (
    <Dialog
      title={t('newKey.button')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" form={FORM} disabled={!canSubmit}>
            {t('newKey.create')}
          </Button>
        </>
      }
    >
      <form id={FORM} ref={top} className={styles.form} onSubmit={create}>
        {refusal.text !== undefined && (
          <p role="alert" className={styles.refused}>
            {refusal.text}
          </p>
        )}
        <NameFields form={form} change={change} errors={refusal} mayCreateNamespace />
        {maySource && (
          <TextArea
            label={t('newKey.source', { language: languageName(source) })}
            hint={form.isPlural ? t('newKey.pluralHint', { example: PLURAL }) : undefined}
            value={sourceText}
            rows={2}
            lang={source.code}
            dir={directionOf(source.code)}
            onChange={(event) => setSourceText(event.target.value)}
          />
        )}
        <MeaningFields form={form} change={change} errors={refusal} />
        <Checkbox label={t('newKey.another')} checked={isMore} onChange={setMore} />
      </form>
    </Dialog>
  )
}

const PLURAL = '{count, plural, one {# item} other {# items}}'

function useNewKey(onClose: () => void) {
  const { t } = useText()
  const editor = useEditor()
  const toast = useToast()
  const announce = useAnnounce()
  const top = useRef<HTMLFormElement>(null)
  const [sourceText, setSourceText] = useState('')
  const [isMore, setMore] = useState(false)
  const { submit, change, ...rest } = useKeyForm(emptyForm(editor.search.ns?.[0] ?? editor.project.defaultNamespaceId))

  const show = async (keyId: number, name: string) => {
    await editor.list.refresh()
    if (editor.list.indexOf(keyId) >= 0) return editor.open(keyId)
    // It does not match what the list is filtered by.
    const onPress = () => editor.setSearch({ ...EVERYTHING, key: keyId })
    toast({ text: t('newKey.created', { name }), action: { label: t('newKey.open'), onPress } })
  }
  const send = async () => {
    const body = newKey(rest.form, { locale: editor.source.code, text: sourceText })
    const { id, key } = await api.createKey({ params: { projectId: editor.project.id }, body })
    announce(t('newKey.created', { name: key }))
    if (!isMore) {
      onClose()
      return show(id, key)
    }
    change({ name: '', description: '' })
    setSourceText('')
    top.current?.querySelector('input')?.focus()
    await editor.list.refresh()
  }
  const create = (event: React.FormEvent) => {
    event.preventDefault()
    void submit(send)
  }
  return { ...rest, change, sourceText, setSourceText, isMore, setMore, create, top }
}
