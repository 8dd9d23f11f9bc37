import { behindBreak, HASH, isBlank, isBreak, SPACE } from './yaml-characters.ts'
import type { YamlCursor } from './yaml-cursor.ts'
import { ScalarText, type YamlScalar } from './yaml-scalar.ts'

/** After so many characters it may be time for a pause. */
const STEP = 2 ** 14
const FOLDED = '>'
const HEADER = /[|>](?:([+-])([1-9])?|([1-9])([+-])?)?/y

/** What stands behind `|` or `>`, and how it is to be read. */
export interface BlockHeader {
  isFolded: boolean
  /** `-`: without line breaks at its end, `+`: with all of them. */
  chomping: '' | '-' | '+'
  /** How much further in than what holds it; where it is left out, the first line shows it. */
  indent: number | undefined
  to: number
}

export function blockHeader(text: string, at: number): BlockHeader {
  HEADER.lastIndex = at
  const [, before, digit, otherDigit, behind] = HEADER.exec(text) ?? []
  const indent = digit ?? otherDigit
  return {
    isFolded: text[at] === FOLDED,
    chomping: (before ?? behind ?? '') as BlockHeader['chomping'],
    indent: indent === undefined ? undefined : Number(indent),
    to: HEADER.lastIndex,
  }
}

/** A text below its header, further in than what holds it (-1: at the left). It ends before the break of its last line. */
export function* readBlockScalar(cursor: YamlCursor, outer: number): Generator<void, YamlScalar, void> {
  const from = cursor.at
  const header = blockHeader(cursor.text, from)
  cursor.at = header.to
  yield* toEndOfHeader(cursor)
  const to = cursor.at
  const lines = new BlockLines(cursor, header, outer, to)
  const text = yield* lines.read()
  cursor.at = lines.to
  return { text, isPlain: false, from, to: lines.to === to ? header.to : lines.to }
}

function* toEndOfHeader(cursor: YamlCursor): Generator<void, void, void> {
  const { at } = cursor
  while (isBlank(cursor.code)) {
    cursor.at++
    if (cursor.isTired(1)) yield
  }
  if (cursor.code === HASH && cursor.at > at) {
    while (!isBreak(cursor.code) && !cursor.isAtEnd) {
      cursor.at++
      if (cursor.isTired(1)) yield
    }
  }
  if (!isBreak(cursor.code) && !cursor.isAtEnd) cursor.refuse('A text in lines of its own begins in the next line')
}

class BlockLines {
  /** Behind the last line that counts. */
  to: number
  readonly #cursor: YamlCursor
  readonly #header: BlockHeader
  readonly #outer: number
  readonly #text = new ScalarText()
  #indent: number | undefined
  /** The line before ended with a break, and began with a blank. */
  #hasBreak = false
  #wasFurtherIn = false
  /** Empty lines since then. */
  #empty = 0

  constructor(cursor: YamlCursor, header: BlockHeader, outer: number, to: number) {
    this.#cursor = cursor
    this.#header = header
    this.#outer = outer
    this.#indent = header.indent === undefined ? undefined : Math.max(outer, 0) + header.indent
    this.to = to
  }

  *read(): Generator<void, string, void> {
    const cursor = this.#cursor
    while (isBreak(cursor.code)) {
      const end = cursor.at
      const { lineStart } = cursor
      cursor.at = behindBreak(cursor.text, end)
      cursor.lineStart = cursor.at
      if (!(yield* this.#toContent())) {
        cursor.lineStart = lineStart
        break
      }
      if (isBreak(cursor.code)) {
        this.#empty++
        if (this.#header.chomping === '+') this.to = cursor.at
      } else if (!cursor.isAtEnd) yield* this.#line()
    }
    const { chomping } = this.#header
    if (chomping !== '-' && this.#hasBreak) this.#text.add('\n')
    if (chomping === '+') this.#text.addBreaks(this.#empty)
    return this.#text.text
  }

  /** Over what indents the line. False: it is no part of the text. */
  *#toContent(): Generator<void, boolean, void> {
    const cursor = this.#cursor
    while (cursor.code === SPACE && cursor.column < (this.#indent ?? Number.POSITIVE_INFINITY)) {
      cursor.at++
      if (cursor.isTired(1)) yield
    }
    if (isBreak(cursor.code) || cursor.isAtEnd) return true
    if (cursor.isAtMarker()) return false
    const least = this.#indent ?? this.#outer + 1
    if (cursor.column < least) return false
    this.#indent ??= cursor.column
    return true
  }

  *#line(): Generator<void, void, void> {
    const cursor = this.#cursor
    const { text } = cursor
    const isFurtherIn = isBlank(cursor.code)
    if (this.#header.isFolded && this.#hasBreak && !this.#wasFurtherIn && !isFurtherIn) {
      if (this.#empty === 0) this.#text.add(' ')
    } else if (this.#hasBreak) this.#text.add('\n')
    this.#text.addBreaks(this.#empty)
    this.#empty = 0
    this.#wasFurtherIn = isFurtherIn
    const start = cursor.at
    while (!isBreak(cursor.code) && !cursor.isAtEnd) {
      cursor.at++
      if (cursor.at % STEP === 0 && cursor.isTired(STEP)) yield
    }
    this.#text.add(text.slice(start, cursor.at))
    if (cursor.isTired(1)) yield
    this.to = cursor.at
    this.#hasBreak = isBreak(cursor.code)
  }
}
