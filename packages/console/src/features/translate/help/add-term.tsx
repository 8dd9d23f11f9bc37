import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../text/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { mayWrite, useEditor } from '../editor-context.ts'
import styles from './terms.module.css'

const TermDialog = lazy(() => import('./term-dialog.tsx').then((m) => ({ default: m.TermDialog })))

/** Takes the words that are selected in the source. Pressing the button does not take the selection away. */
export function AddTerm() {
  const { t } = useText()
  const editor = useEditor()
  const [words, setWords] = useState<string>()
  if (!mayWrite(editor, 'glossary.create')) return null
  return (
    <>
      <Button
        kind="quiet"
        className={styles.add}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setWords(editor.openValue.current?.selectedSource() ?? '')}
      >
        <Plus size={14} aria-hidden />
        {t('help.addTerm')}
      </Button>
      <Suspense>{words !== undefined && <TermDialog words={words} onClose={() => setWords(undefined)} />}</Suspense>
    </>
  )
}
