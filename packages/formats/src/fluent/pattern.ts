import { FluentParser, Junk, Message, Placeable } from '@fluent/syntax'
import type { Span } from '../entry.ts'
import type { RemarkCode } from '../remark.ts'
import { dedented } from './dedented.ts'

/** What stands behind the sign of equality. */
export interface Pattern {
  /** As it is written, without what its lines are indented by together. */
  value: string
  /** From behind the sign to the last character that counts. */
  at: Span
  /** What is before its first line: white space, up to the beginning of that where it is a line of its own. */
  lead: string
  isBlock: boolean
  /** What its further lines are indented by. */
  indent: number
}

export interface Fault {
  severity: 'error' | 'warning'
  code: RemarkCode
  message: string
  at: number
}

/** More than the longest text takes when each of its lines is indented. */
export const LONGEST = 2 ** 19
/** The parser takes a dozen milliseconds for so many characters. Nobody writes placeables of more. */
const LONGEST_PARSED = 2 ** 14
/** The parser calls itself for each of them. */
const MOST_LEVELS = 64
/** The parser looks at such a run again from each of its places. */
const LONG_BLANKS = /[ \n\r]{256}/

const parser = new FluentParser()

/**
 * The pattern that begins here, at most to there; undefined where there is none. What is behind its end is for others to
 * judge.
 */
export function patternIn(text: string, from: number, to: number): Pattern | Fault | undefined {
  if (to - from > LONGEST) return fault('value_too_long', 'A text has at most 65536 characters', from)
  const source = text.slice(from, to)
  return /[{}]/.test(source) ? parsed(source, from) : plain(source, from)
}

export const isFault = (found: Pattern | Fault): found is Fault => 'code' in found

const fault = (code: RemarkCode, message: string, at: number, severity: Fault['severity'] = 'error'): Fault => ({
  severity,
  code,
  message,
  at,
})

const LINE = /\n( *)([^ \n\r]|\r(?!\n))/g
const FIRST = /^ */

/** Without placeables, lines alone tell where it ends. */
function plain(source: string, from: number): Pattern | undefined {
  const isBlock = /^ *\r?(?:\n|$)/.test(source)
  let end = source.length
  let isFirst = isBlock
  for (const { index, 1: indent = '', 2: first = '' } of source.matchAll(LINE)) {
    if (indent === '' || '.[*'.includes(first)) {
      if (isFirst) return undefined
      end = index
      break
    }
    isFirst = false
  }
  return isFirst ? undefined : patternOf(source, from, end, isBlock, [])
}

function parsed(source: string, from: number): Pattern | Fault | undefined {
  if (source.length > LONGEST_PARSED || LONG_BLANKS.test(source.trimEnd()))
    return fault('unsupported_entry', 'Too long for something with placeables: it is left alone', from, 'warning')
  if (levelsOf(source) > MOST_LEVELS) return fault('too_deep', `Nested deeper than ${MOST_LEVELS} levels`, from)
  const [entry] = parser.parse(HEAD + source).body
  if (entry instanceof Message) {
    const { value } = entry
    if (!value?.span) return undefined
    const start = value.span.start - HEAD.length
    const inside = value.elements.flatMap((element) =>
      element instanceof Placeable && element.span
        ? { from: element.span.start - HEAD.length, to: element.span.end - HEAD.length }
        : [],
    )
    return patternOf(source, from, value.span.end - HEAD.length, source[start - 1] === '\n', inside)
  }
  const [annotation] = entry instanceof Junk ? entry.annotations : []
  const at = from + Math.max(0, (annotation?.span?.start ?? 0) - HEAD.length)
  return fault('syntax_error', annotation?.message ?? 'This is no pattern', at)
}

/** Makes a message of a pattern. */
const HEAD = 'x ='

const LITERAL = /\{ *"(?:[^"\\\n]|\\.)*" *\}/g

/** At least as many as there are. */
function levelsOf(source: string): number {
  let levels = 0
  let most = 0
  for (const [sign] of source.replaceAll(LITERAL, '').matchAll(/[{}()]/g)) {
    levels = Math.max(0, levels + (sign === '{' || sign === '(' ? 1 : -1))
    most = Math.max(most, levels)
  }
  return most
}

function patternOf(source: string, from: number, to: number, isBlock: boolean, inside: readonly Span[]): Pattern {
  let end = to
  while (end > 0 && ' \n\r'.includes(source[end - 1] ?? '-')) end--
  const first = isBlock ? beginningOfBlock(source) : (FIRST.exec(source)?.[0].length ?? 0)
  const { value, indent } = dedented(source, { from: first, to: end }, isBlock, inside)
  return { value, at: { from, to: from + end }, lead: source.slice(0, first), isBlock, indent }
}

/** Behind the lines in which nothing stands. */
const beginningOfBlock = (source: string) => source.lastIndexOf('\n', source.search(/[^ \n\r]|\r(?!\n)/)) + 1
