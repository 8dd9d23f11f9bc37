/** What a key does in an open row, wherever in it the focus is. */
export type OpenRowAction = 'saveAndNext' | 'approveAndNext' | 'save' | 'copySource' | 'insertMissing'

interface Pressed {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** On macOS, ⌘ is Ctrl, and ⌃⇧ is Alt: there Alt writes letters. */
export function openRowAction(pressed: Pressed, isMac: boolean): OpenRowAction | undefined {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = pressed
  const isCommand = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey
  if (isCommand && !altKey) {
    if (key === 'Enter') return shiftKey ? 'approveAndNext' : 'saveAndNext'
    return key.toLowerCase() === 's' && !shiftKey ? 'save' : undefined
  }
  const isAlt = isMac ? ctrlKey && shiftKey && !altKey && !metaKey : altKey && !ctrlKey && !metaKey && !shiftKey
  if (!isAlt) return undefined
  // By its place on the keyboard where Alt makes it another letter.
  if (key.toLowerCase() === 'c' || code === 'KeyC') return 'copySource'
  return key.toLowerCase() === 'p' || code === 'KeyP' ? 'insertMissing' : undefined
}
