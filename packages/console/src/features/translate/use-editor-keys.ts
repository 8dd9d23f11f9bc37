import { type KeyboardEvent, type RefObject, useState } from 'react'
import { may } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { focusSoon, goToArea } from './areas.ts'
import type { Editor, ValueRef } from './editor-context.ts'
import { type EditorAction, editorAction, type GridAction } from './keys.ts'

/** Keys that work anywhere in the editor, and those of the grid that concern more than the grid. */
export function useEditorKeys(editor: Editor | undefined, screen: RefObject<HTMLElement | null>) {
  const { t } = useText()
  const announce = useAnnounce()
  const [hasShortcuts, setHasShortcuts] = useState(false)

  const act = (action: EditorAction, acting: Editor, at: HTMLElement) => {
    if (action === 'next') acting.step(1)
    else if (action === 'previous') acting.step(-1)
    else if (action === 'nextArea') goToArea(at, 1, acting.openValue.current)
    else if (action === 'previousArea') goToArea(at, -1, acting.openValue.current)
    else acting.stepToWork()
  }

  const write = (action: 'approve' | 'undo', ref: ValueRef, { saves, isReadOnly, membership }: Editor) => {
    if (isReadOnly) announce(t('situation.readOnly'))
    else if (action === 'undo') saves.undo(ref)
    else if (may(membership, 'translation.review')) saves.setStatus(ref, 'translated')
  }

  // Before the field sees them: it has its own meaning for some.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const action = editorAction(event)
    const target = event.target as HTMLElement
    // Dialogs and menus are of the editor, but not in it; and lists of choices open with Alt+↓.
    if (!action || !editor || !screen.current?.contains(target)) return
    if (event.altKey && target.closest('[data-area="tools"]')) return
    event.preventDefault()
    event.stopPropagation()
    act(action, editor, screen.current)
  }

  const onAction = (action: GridAction['kind'], keyId: number) => {
    if (!editor || !screen.current) return
    const ref = { keyId, locale: editor.locale.code }
    if (action === 'approve' || action === 'undo') write(action, ref, editor)
    else if (action === 'search') focusSoon(screen.current, '[data-search-box]')
    else if (action === 'shortcuts') setHasShortcuts(true)
    else if (action === 'comment') {
      editor.setSearch({ key: keyId, tab: 'comments' })
      focusSoon(screen.current, '[data-area="help"] textarea')
    }
  }
  return {
    onKeyDownCapture,
    onAction,
    shortcuts: { isOpen: hasShortcuts, onClose: () => setHasShortcuts(false) },
    showShortcuts: () => setHasShortcuts(true),
  }
}
