import type { Span } from '../entry.ts'
import { nextStepCharacter } from './next-step.ts'
import { BARE, type Quote, type Spelled } from './tokens.ts'

const NAMED: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}
const ESCAPE = /\\(?:([0-7]{1,3})|U([\da-fA-F]{1,4})|u([\da-fA-F]{4})|(.))/gs

/** What a string says. A backslash before a letter without a meaning is nothing. */
export function unspelled(text: string, { from, to, quote }: Spelled): string {
  if (quote === '') return text.slice(from, to)
  const content = text.slice(from + 1, to - 1)
  if (!content.includes('\\')) return content
  return content.replaceAll(ESCAPE, (_, octal?: string, long?: string, short?: string, letter = '') => {
    if (octal !== undefined) return nextStepCharacter(Number.parseInt(octal, 8) & 0xff)
    const hex = long ?? short
    return hex === undefined ? (NAMED[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16))
  })
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are to be escaped
const HIDDEN = /["'\\\0-\x1f\x7f-\x9f\u2028\u2029\ufeff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are to be escaped
const NOT_ASCII = /["'\\\0-\x1f\x7f-\uffff]/g
const NAMES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** How a file spells strings beside their quotes. */
export interface Spelling {
  /** Everything beyond ASCII is escaped. */
  isAscii: boolean
}

/** A string as a file has it; without quotes only where it needs none. */
export function spelled(text: string, quote: Quote, { isAscii }: Spelling): string {
  if (quote === '' && BARE.test(text)) return text
  const around = quote || '"'
  const content = text.replaceAll(isAscii ? NOT_ASCII : HIDDEN, (unit) => {
    if (unit === '"' || unit === "'") return unit === around ? `\\${unit}` : unit
    return NAMES[unit] ?? `\\U${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return around + content + around
}

/** The lines of a comment, in which nothing may end it. */
export function spelledComment(description: string): string[] {
  const lines = description
    .trim()
    .replaceAll('*/', '* /')
    .split(/\r\n?|\n/)
  return lines.map((line, at) => `${at === 0 ? '/* ' : '   '}${line}${at === lines.length - 1 ? ' */' : ''}`.trimEnd())
}

/** Characters that are looked at in a millisecond. */
const PIECE = 2 ** 16
const LONGEST_ESCAPE = 6

/**
 * A file in which everything beyond ASCII is escaped was made by a program that writes no other characters. It pauses
 * every few milliseconds.
 */
export function* spellingOf(text: string): Generator<void, Spelling, void> {
  let hasEscape = false
  for (let at = 0; at < text.length; at += PIECE) {
    const piece = text.slice(at, at + PIECE + LONGEST_ESCAPE)
    if (/[^\0-\x7f]/.test(piece)) return { isAscii: false }
    hasEscape ||= /\\[uU](?!00[0-7])[\da-fA-F]{4}/.test(piece)
    yield
  }
  return { isAscii: hasEscape }
}

/** Whether a span is more than the longest text takes when each of its characters is escaped. */
export const isEndless = ({ from, to }: Span) => to - from > 2 ** 19
