import { lazy, Suspense, useRef, useState } from 'react'
import { useIsNarrow } from '../../ui/narrow.ts'
import { usePreferences } from '../accounts/index.ts'
import styles from './editor.module.css'
import { type Editor, EditorContext } from './editor-context.ts'
import { Empty } from './empty.tsx'
import { Grid } from './grid.tsx'
import { HelpPanel } from './help/help-panel.tsx'
import { LostLanguage } from './lost-language.tsx'
import { SavingNews } from './saving-news.tsx'
import { SelectionToolbar } from './selection/selection-toolbar.tsx'
import { Tools } from './tools.tsx'
import { useBuiltEditor } from './use-built-editor.ts'
import { useEditorActions } from './use-editor-actions.ts'
import { useEditorKeys } from './use-editor-keys.ts'
import { FocusView } from './views/focus.tsx'

// Not before somebody asks: the list is there sooner.
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))

/** Where people translate. */
export function EditorScreen() {
  const editor = useBuiltEditor()
  if (!editor) return <LostLanguage />
  return (
    <EditorContext value={editor}>
      <Workplace editor={editor} />
    </EditorContext>
  )
}

function Workplace({ editor }: { editor: Editor }) {
  const screen = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow()
  const { singleKeys } = usePreferences()
  const [hasSheet, setHasSheet] = useState(false)
  const keys = useEditorKeys(editor, screen)
  useEditorActions(editor, keys.showShortcuts)
  const view = editor.search.view ?? (isNarrow ? 'focus' : 'list')
  return (
    <div ref={screen} className={styles.editor} onKeyDownCapture={keys.onKeyDownCapture}>
      <Tools
        view={view}
        onShortcuts={keys.showShortcuts}
        sheet={isNarrow ? { isOpen: hasSheet, onToggle: () => setHasSheet(!hasSheet) } : undefined}
      />
      <SavingNews />
      <div data-area="selection">
        <SelectionToolbar />
      </div>
      <div className={styles.work}>
        <div className={styles.list} data-area="list">
          {view === 'focus' ? (
            <FocusView />
          ) : (
            <Grid isStacked={view === 'languages'} hasLetters={singleKeys} onAction={keys.onAction} />
          )}
          <Empty />
        </div>
        {(!isNarrow || hasSheet) && (
          <div className={styles.help} data-area="help">
            <HelpPanel />
          </div>
        )}
      </div>
      {keys.shortcuts.isOpen && (
        <Suspense>
          <ShortcutsDialog {...keys.shortcuts} />
        </Suspense>
      )}
    </div>
  )
}
