import { isBreak } from './yaml-characters.ts'
import type { YamlCursor } from './yaml-cursor.ts'

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['[', ']'],
  ['{', '}'],
])
/** A name is on one line, and no longer than this where it is no text. */
const LONGEST = 1_024
const COLON_BEHIND = /^[ \t]*:(?=\s|$)/

/** Whether the bracket at the cursor is closed in its line, and a colon follows: it is a name then. */
export function isFlowName({ text, at }: YamlCursor): boolean {
  const open: (string | undefined)[] = []
  const end = Math.min(text.length, at + LONGEST)
  for (let place = at; place < end && !isBreak(text.charCodeAt(place)); place++) {
    const sign = text[place] ?? ''
    if (CLOSING.has(sign)) open.push(CLOSING.get(sign))
    else if (sign === open.at(-1)) open.pop()
    if (open.length === 0) return COLON_BEHIND.test(text.slice(place + 1, end + 2))
  }
  return false
}
