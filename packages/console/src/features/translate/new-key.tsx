import { Plus } from 'lucide-react'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useText } from '../../text/context.tsx'
import { Button, WideText } from '../../ui/button.tsx'
import { usePaletteActions } from '../palette/index.ts'
import { mayWrite, useEditor } from './editor-context.ts'
import { ask, askedQuestion, subscribeToQuestions } from './key-questions.ts'

// Not before somebody asks: the list is there sooner.
const NewKeyDialog = lazy(async () => ({ default: (await import('./new-key-dialog.tsx')).NewKeyDialog }))
const KeyDialogs = lazy(async () => ({ default: (await import('./key-dialogs.tsx')).KeyDialogs }))

/** Button "New key" with its dialog; nothing for those who may not create keys. */
export function NewKey() {
  const { t } = useText()
  const editor = useEditor()
  const asked = useSyncExternalStore(subscribeToQuestions, askedQuestion)
  const mayCreate = mayWrite(editor, 'translation.edit')
  usePaletteActions(mayCreate ? [{ id: 'new-key', label: t('newKey.button'), run: () => ask({ kind: 'create' }) }] : [])
  return (
    <>
      {mayCreate && (
        <Button onClick={() => ask({ kind: 'create' })}>
          <Plus size={16} aria-hidden />
          <WideText>{t('newKey.button')}</WideText>
        </Button>
      )}
      <Suspense>
        {asked?.kind === 'create' && <NewKeyDialog onClose={() => ask(undefined)} />}
        {asked !== undefined && asked.kind !== 'create' && <KeyDialogs asked={asked} />}
      </Suspense>
    </>
  )
}
