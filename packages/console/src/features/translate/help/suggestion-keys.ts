/** Alt and a digit; on a Mac, where Alt writes letters, Control. */
export function suggestionNumber(
  event: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'code'>,
  isMac = /Mac|iPhone|iPad/.test(navigator.platform),
): number | undefined {
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1]
  if (digit === undefined || event.shiftKey || event.metaKey) return undefined
  const isPressed = isMac ? event.ctrlKey && !event.altKey : event.altKey && !event.ctrlKey
  return isPressed ? Number(digit) : undefined
}
