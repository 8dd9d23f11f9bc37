import { Plus } from 'lucide-react'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { may } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { usePaletteActions } from '../palette/index.ts'
import { useEditor } from './editor-context.ts'
import { askedQuestion, subscribeToQuestions } from './key-questions.ts'

// Not before somebody asks: the list is there sooner.
const NewKeyDialog = lazy(async () => ({ default: (await import('./new-key-dialog.tsx')).NewKeyDialog }))
const KeyDialogs = lazy(async () => ({ default: (await import('./key-dialogs.tsx')).KeyDialogs }))

/** Button "New key" with its dialog; nothing for those who may not create keys. */
export function NewKey() {
  const { t } = useText()
  const { membership } = useEditor()
  const [isOpen, setOpen] = useState(false)
  const isAsked = useSyncExternalStore(subscribeToQuestions, askedQuestion) !== undefined
  const mayCreate = may(membership, 'translation.edit')
  usePaletteActions(mayCreate ? [{ id: 'new-key', label: t('newKey.button'), run: () => setOpen(true) }] : [])
  return (
    <>
      {mayCreate && (
        <Button onClick={() => setOpen(true)}>
          <Plus size={16} aria-hidden />
          {t('newKey.button')}
        </Button>
      )}
      <Suspense>
        {isOpen && <NewKeyDialog onClose={() => setOpen(false)} />}
        {isAsked && <KeyDialogs />}
      </Suspense>
    </>
  )
}
