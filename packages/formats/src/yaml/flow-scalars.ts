import { behindBreak, COLON, HASH, isBlank, isBreak, isFlowSign, isGap, SPACE } from './yaml-characters.ts'
import type { YamlCursor } from './yaml-cursor.ts'
import { ScalarText, type YamlScalar } from './yaml-scalar.ts'

/** After so many characters it may be time for a pause. */
const STEP = 2 ** 14
const BACKSLASH = 92
const APOSTROPHE = 39

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ['/', '/'],
  ['\\', '\\'],
  ['N', '\x85'],
  ['_', '\xa0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
])
const DIGITS: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
])

/** A text between quotes. Its lines become one; empty lines stay line breaks. */
export function* readQuoted(cursor: YamlCursor): Generator<void, YamlScalar, void> {
  const { text } = cursor
  const from = cursor.at
  const quote = cursor.code
  const isDouble = quote !== APOSTROPHE
  const backslash = isDouble ? BACKSLASH : quote
  const scalar = new ScalarText()
  cursor.at++
  while (true) {
    const start = cursor.at
    let { code } = cursor
    while (code !== quote && code !== backslash && !isBreak(code) && cursor.at < text.length) {
      cursor.at++
      code = cursor.code
      if (cursor.at % STEP === 0 && cursor.isTired(STEP)) yield
    }
    if (cursor.isTired(1)) yield
    if (isBreak(code)) {
      scalar.add(withoutBlanks(text, start, cursor.at))
      yield* foldBreaks(cursor, scalar)
    } else {
      scalar.add(text.slice(start, cursor.at))
      if (cursor.isAtEnd) cursor.refuse('A text has no end', from)
      if (code === quote) {
        cursor.at++
        if (isDouble || cursor.code !== quote) break
        scalar.add("'")
        cursor.at++
      } else if (code === BACKSLASH && isDouble) scalar.add(yield* readEscape(cursor))
    }
  }
  return { text: scalar.text, isPlain: false, from, to: cursor.at }
}

function withoutBlanks(text: string, from: number, to: number): string {
  let end = to
  while (end > from && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(from, end)
}

/** At a line break: over it, over empty lines and over what indents the next one. */
function* foldBreaks(cursor: YamlCursor, scalar: ScalarText): Generator<void, void, void> {
  const breaks = yield* skipBreaks(cursor)
  if (breaks === 1) scalar.add(' ')
  else scalar.addBreaks(breaks - 1)
}

function* skipBreaks(cursor: YamlCursor): Generator<void, number, void> {
  let breaks = 0
  while (isBreak(cursor.code)) {
    cursor.at = behindBreak(cursor.text, cursor.at)
    cursor.lineStart = cursor.at
    breaks++
    if (cursor.isAtMarker()) cursor.refuse('A text ends with its document')
    while (isBlank(cursor.code)) {
      cursor.at++
      if (cursor.isTired(1)) yield
    }
    if (cursor.isTired(1)) yield
  }
  return breaks
}

function* readEscape(cursor: YamlCursor): Generator<void, string, void> {
  const { text, at } = cursor
  const letter = text[at + 1] ?? ''
  if (letter === '\n' || letter === '\r') {
    cursor.at++
    // The break is none; empty lines behind it are.
    return '\n'.repeat((yield* skipBreaks(cursor)) - 1)
  }
  const known = ESCAPES.get(letter)
  const digits = DIGITS.get(letter)
  cursor.at += 2 + (digits ?? 0)
  if (known !== undefined) return known
  const code = text.slice(at + 2, cursor.at)
  if (digits === undefined || code.length < digits || !/^[\da-f]+$/i.test(code))
    cursor.refuse('There is no such escape', at)
  const point = Number.parseInt(code, 16)
  if (point > 0x10ffff) cursor.refuse('An escape beyond the last character', at)
  return point > 0xffff ? String.fromCodePoint(point) : String.fromCharCode(point)
}

export interface PlainPlace {
  inFlow: boolean
  /** How far in its other lines are at least. */
  indent: number
  /** It may only be a name, which ends with its line. */
  isOneLine: boolean
}

/** A text without quotes. */
export function* readPlain(cursor: YamlCursor, place: PlainPlace): Generator<void, YamlScalar, void> {
  const { text } = cursor
  const from = cursor.at
  const scalar = new ScalarText()
  let to = from
  while (true) {
    const start = cursor.at
    to = yield* endOfPlainLine(cursor, place.inFlow)
    scalar.add(text.slice(start, to))
    if (place.isOneLine || !isBreak(cursor.code)) break
    const breaks = yield* toNextPlainLine(cursor, place)
    if (breaks === 0) break
    if (breaks === 1) scalar.add(' ')
    else scalar.addBreaks(breaks - 1)
  }
  cursor.at = to
  return { text: scalar.text, isPlain: true, from, to }
}

/** Behind the last character of it in the line; the cursor stands before what ends it. */
function* endOfPlainLine(cursor: YamlCursor, inFlow: boolean): Generator<void, number, void> {
  const { text } = cursor
  let end = cursor.at
  for (; ; cursor.at++) {
    const { code } = cursor
    if (cursor.at % STEP === 0 && cursor.isTired(STEP)) yield
    if (isBlank(code)) continue
    if (isBreak(code) || Number.isNaN(code)) break
    if (code === COLON) {
      const next = text.charCodeAt(cursor.at + 1)
      if (isGap(next) || (inFlow && isFlowSign(next))) break
    } else if (inFlow && isFlowSign(code)) break
    else if (code === HASH && isBlank(text.charCodeAt(cursor.at - 1))) break
    end = cursor.at + 1
  }
  return end
}

/** Line breaks up to where the text goes on; none where it does not. */
function* toNextPlainLine(cursor: YamlCursor, { inFlow, indent }: PlainPlace): Generator<void, number, void> {
  const { text, lineStart: before } = cursor
  let breaks = 0
  while (isBreak(cursor.code)) {
    cursor.at = behindBreak(text, cursor.at)
    cursor.lineStart = cursor.at
    breaks++
    if (cursor.isAtMarker()) break
    while (cursor.code === SPACE) {
      cursor.at++
      if (cursor.isTired(1)) yield
    }
    if (cursor.column < indent && !isGap(cursor.code)) break
    while (isBlank(cursor.code)) {
      cursor.at++
      if (cursor.isTired(1)) yield
    }
    if (cursor.isTired(1)) yield
  }
  const { code } = cursor
  const isIn = cursor.column >= indent && !cursor.isAtMarker()
  const next = text.charCodeAt(cursor.at + 1)
  const isEnd =
    Number.isNaN(code) ||
    code === HASH ||
    (inFlow && (isFlowSign(code) || (code === COLON && (isGap(next) || isFlowSign(next)))))
  if (isIn && !isEnd) return breaks
  cursor.lineStart = before
  return 0
}
