import { useText } from '../../text/context.tsx'
import type { TextId } from '../../text/text.ts'
import { usePaletteActions } from '../palette/index.ts'
import { focusSoon } from './areas.ts'
import type { Editor } from './editor-context.ts'
import { keysOf, SHORTCUTS } from './shortcuts.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** What the palette offers in the editor, with the keys that do the same without it. */
export function useEditorActions(editor: Editor, showShortcuts: () => void): void {
  const { t } = useText()
  const offer = (does: TextId, run: () => void, label = t(does)) => {
    const shortcut = shortcutOf(does)
    return { id: does, label, run, ...(shortcut === undefined ? {} : { shortcut }) }
  }
  usePaletteActions([
    offer('shortcuts.stepToWork', editor.stepToWork),
    offer('shortcuts.selectAll', () => editor.selection.set(editor.list.ids, true)),
    offer('shortcuts.search', () => focusSoon(document.body, '[data-search-box]')),
    offer('shortcuts.shortcuts', showShortcuts, t('shortcuts.title')),
  ])
}

function shortcutOf(does: TextId): string | undefined {
  const shortcut = SHORTCUTS.flatMap(({ shortcuts }) => shortcuts).find((one) => one.does === does)
  return shortcut && keysOf(shortcut, isMac)[0]
}
