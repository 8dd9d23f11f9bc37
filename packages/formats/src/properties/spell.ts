import type { TextFile } from '../text-file.ts'

/** Up to which UTF-16 unit characters are written as they are. */
export type Highest = number
export const ASCII: Highest = 0x7e
const LATIN1: Highest = 0xff
const ALL: Highest = 0xffff

const SHORT: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\f': '\\f',
}

const escapedUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

// A mark of the byte order at the beginning of a file would be taken for one.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are to be escaped
const NOT_PLAIN = /[\\\0-\x1f\x7f-\uffff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are to be escaped
const HIDDEN = /[\0-\x1f\x7f-\x9f\u2028\u2029\ufeff]/

const escaped = (text: string, highest: Highest) =>
  text.replaceAll(
    NOT_PLAIN,
    (unit) => SHORT[unit] ?? (unit.charCodeAt(0) > highest || HIDDEN.test(unit) ? escapedUnit(unit) : unit),
  )

export const spelledName = (name: string, highest: Highest) =>
  escaped(name, highest).replaceAll(/[ =:]/g, '\\$&').replace(/^[#!]/, '\\$&')

/** Behind a separator of white space alone, `=` and `:` would be taken for one. */
export const spelledValue = (value: string, highest: Highest, separator: string) =>
  escaped(value, highest).replace(/[=:]/.test(separator) ? /^ / : /^[ =:]/, '\\$&')

/** Lines with `#`. What looks like an escaped character in them is read as one, so it is escaped itself. */
export function spelledComment(comment: string, highest: Highest): string[] {
  const lines = comment.trim().split(/\r\n?|\n/)
  return lines.map((line) => {
    const spelled = line
      .replaceAll(/\\(?=u[\da-fA-F]{4})/g, escapedUnit)
      .replaceAll(/[^\n]/g, (unit) => (unit.charCodeAt(0) > highest ? escapedUnit(unit) : unit))
    return spelled === '' ? '#' : `# ${spelled}`
  })
}

/** Characters that are looked at in a millisecond. */
const PIECE = 2 ** 16
const ESCAPE = 6

/**
 * A file in which everything beyond ASCII is escaped was made for programs that read no UTF-8. It pauses every few
 * milliseconds.
 */
export function* highestOf({ text, encoding }: TextFile): Generator<void, Highest, void> {
  if (encoding === 'iso-8859-1') return LATIN1
  let hasEscape = false
  for (let at = 0; at < text.length; at += PIECE) {
    const piece = text.slice(at, at + PIECE + ESCAPE)
    if (/[^\0-\x7f]/.test(piece)) return ALL
    hasEscape ||= /\\u(?!00[0-7])[\da-fA-F]{4}/.test(piece)
    yield
  }
  return hasEscape ? ASCII : ALL
}
