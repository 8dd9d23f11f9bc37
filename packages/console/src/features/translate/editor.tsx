import { NotFound } from '../shell/not-found.tsx'
import styles from './editor.module.css'
import { EditorContext } from './editor-context.ts'
import { Grid } from './grid.tsx'
import { HelpPanel } from './help/help-panel.tsx'
import { SelectionToolbar } from './selection/selection-toolbar.tsx'
import { Tools } from './tools.tsx'
import { useBuiltEditor } from './use-built-editor.ts'

export function EditorScreen() {
  const editor = useBuiltEditor()
  if (!editor) return <NotFound />
  return (
    <EditorContext value={editor}>
      <div className={styles.editor}>
        <Tools />
        <SelectionToolbar />
        <div className={styles.work}>
          <Grid isStacked={editor.search.view === 'languages'} hasLetters onAction={() => {}} />
          <HelpPanel />
        </div>
      </div>
    </EditorContext>
  )
}
