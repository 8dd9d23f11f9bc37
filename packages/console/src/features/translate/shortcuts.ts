import type { TextId } from '../../text/text.ts'

/** A shortcut as it is shown: keys as on a PC; `Ctrl` and `Alt` are called otherwise on a Mac. */
interface Shortcut {
  keys: readonly string[]
  /** Where a Mac has others than the same with its own names. */
  macKeys?: readonly string[]
  does: TextId
}

interface ShortcutGroup {
  title: TextId
  shortcuts: readonly Shortcut[]
}

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'shortcuts.writing',
    shortcuts: [
      { keys: ['Ctrl+Enter'], does: 'shortcuts.saveNext' },
      { keys: ['Ctrl+Shift+Enter'], does: 'shortcuts.approveNext' },
      { keys: ['Ctrl+S'], does: 'shortcuts.save' },
      { keys: ['Alt+↓', 'Alt+↑'], does: 'shortcuts.step' },
      { keys: ['Alt+Shift+↓'], does: 'shortcuts.stepToWork' },
      { keys: ['Alt+1', 'Alt+9'], macKeys: ['⌃1', '⌃9'], does: 'shortcuts.suggestion' },
      { keys: ['Alt+C'], macKeys: ['⌃⇧C'], does: 'shortcuts.copySource' },
      { keys: ['Alt+P'], macKeys: ['⌃⇧P'], does: 'shortcuts.placeholder' },
      { keys: ['Esc'], does: 'shortcuts.close' },
    ],
  },
  {
    title: 'shortcuts.list',
    shortcuts: [
      { keys: ['↑', '↓', '←', '→', 'PgUp', 'PgDn', 'Home', 'End'], does: 'shortcuts.move' },
      { keys: ['Enter', 'F2'], does: 'shortcuts.open' },
      { keys: ['Space'], does: 'shortcuts.select' },
      { keys: ['Shift+↑', 'Shift+↓'], does: 'shortcuts.extend' },
      { keys: ['Ctrl+A'], does: 'shortcuts.selectAll' },
      { keys: ['A'], does: 'shortcuts.approve' },
      { keys: ['U'], does: 'shortcuts.undo' },
      { keys: ['C'], does: 'shortcuts.comment' },
      { keys: ['/'], does: 'shortcuts.search' },
      { keys: ['?'], does: 'shortcuts.shortcuts' },
    ],
  },
  {
    title: 'shortcuts.everywhere',
    shortcuts: [
      { keys: ['F6', 'Shift+F6'], does: 'shortcuts.areas' },
      { keys: ['Ctrl+K'], does: 'shortcuts.palette' },
    ],
  },
]

const MAC_NAMES: Record<string, string> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧', Enter: '↩', Esc: 'esc' }

export function keysOf({ keys, macKeys }: Shortcut, isMac: boolean): readonly string[] {
  if (!isMac) return keys
  return macKeys ?? keys.map((key) => key.replaceAll(/\w+\+?/g, (name) => MAC_NAMES[name.replace('+', '')] ?? name))
}
