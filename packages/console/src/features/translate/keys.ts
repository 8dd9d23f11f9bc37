/** What a key does while the grid has focus. */
export type GridAction =
  | { kind: 'move'; rows: number }
  | { kind: 'page'; pages: 1 | -1 }
  | { kind: 'first' | 'last' }
  | { kind: 'column'; by: 1 | -1 }
  | { kind: 'extend'; rows: 1 | -1 }
  | { kind: 'open' | 'toggle' | 'selectAll' | 'clearSelection' }
  | { kind: 'approve' | 'undo' | 'comment' | 'search' | 'shortcuts' }

/** What a key does anywhere in the editor, also while somebody types. */
export type EditorAction = 'next' | 'previous' | 'nextToWork' | 'nextArea' | 'previousArea'

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

const MOVES: Record<string, GridAction> = {
  ArrowUp: { kind: 'move', rows: -1 },
  ArrowDown: { kind: 'move', rows: 1 },
  PageUp: { kind: 'page', pages: -1 },
  PageDown: { kind: 'page', pages: 1 },
  Home: { kind: 'first' },
  End: { kind: 'last' },
  Enter: { kind: 'open' },
  F2: { kind: 'open' },
  ' ': { kind: 'toggle' },
  Escape: { kind: 'clearSelection' },
}

const LETTERS: Record<string, GridAction> = {
  a: { kind: 'approve' },
  u: { kind: 'undo' },
  c: { kind: 'comment' },
  '/': { kind: 'search' },
  '?': { kind: 'shortcuts' },
}

interface GridKeys {
  isRightToLeft: boolean
  /** Single letters can be switched off: they get in the way of those who dictate. */
  hasLetters: boolean
}

export function gridAction(pressed: Pressed, { isRightToLeft, hasLetters }: GridKeys): GridAction | undefined {
  const { key, altKey, shiftKey } = pressed
  const hasCommand = pressed.ctrlKey || pressed.metaKey
  if (altKey) return undefined
  if (hasCommand) {
    if (key.toLowerCase() === 'a' && !shiftKey) return { kind: 'selectAll' }
    return key === 'Home' || key === 'End' ? MOVES[key] : undefined
  }
  if (shiftKey && (key === 'ArrowUp' || key === 'ArrowDown'))
    return { kind: 'extend', rows: key === 'ArrowUp' ? -1 : 1 }
  if (key === 'ArrowLeft' || key === 'ArrowRight')
    return { kind: 'column', by: (key === 'ArrowRight') === isRightToLeft ? -1 : 1 }
  return MOVES[key] ?? (hasLetters ? LETTERS[key.toLowerCase()] : undefined)
}

export function editorAction({ key, altKey, shiftKey, ctrlKey, metaKey }: Pressed): EditorAction | undefined {
  if (ctrlKey || metaKey) return undefined
  if (key === 'F6' && !altKey) return shiftKey ? 'previousArea' : 'nextArea'
  if (!altKey) return undefined
  if (key === 'ArrowDown') return shiftKey ? 'nextToWork' : 'next'
  return key === 'ArrowUp' && !shiftKey ? 'previous' : undefined
}
