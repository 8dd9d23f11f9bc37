import type { Lines } from '../lines.ts'
import { BlockLevels } from './block-levels.ts'
import { readBlockScalar } from './block-scalar.ts'
import { nextDocument, toDocument } from './documents.ts'
import { isFlowName } from './flow-name.ts'
import { FlowReader, type YamlNotes } from './flow-reader.ts'
import { readPlain, readQuoted } from './flow-scalars.ts'
import { commentBefore, isProperty, readWord } from './node-parts.ts'
import { PendingProperties } from './pending-properties.ts'
import { COLON, DASH, QUESTION } from './yaml-characters.ts'
import { YamlCursor } from './yaml-cursor.ts'
import type { YamlHandler } from './yaml-handler.ts'

const STAR = 42
const OPEN_LIST = 91
const OPEN_MAP = 123
const LITERAL = 124
const FOLDED = 62
const NO_PLAIN = new Set([...',]}#%@`'].map((sign) => sign.charCodeAt(0)))

/** Tells what stands in a file of YAML: in its first document that has something in it. */
export class BlockReader {
  readonly notes: YamlNotes = { withoutColon: new Set(), pairs: new Set() }
  /** Where the next document begins, if there is one. */
  otherDocument: number | undefined
  readonly #cursor: YamlCursor
  readonly #handler: YamlHandler
  readonly #flow: FlowReader
  readonly #properties: PendingProperties
  readonly #levels: BlockLevels
  /** Behind a dash, a question mark or the colon of an announced name, where a map or a list may begin in the line. */
  #isBehindSign = false

  constructor(text: string, handler: YamlHandler, lines: Lines) {
    this.#cursor = new YamlCursor(text, lines)
    this.#handler = handler
    this.#flow = new FlowReader(this.#cursor, handler, this.notes)
    this.#properties = new PendingProperties(this.#cursor)
    this.#levels = new BlockLevels(this.#cursor, handler, this.#properties, this.notes)
  }

  *read(): Generator<void, void, void> {
    const cursor = this.#cursor
    yield* toDocument(cursor)
    while (!cursor.isAtEnd && !cursor.isAtMarker()) {
      if (cursor.isFirst) this.#levels.unwind(cursor.column)
      yield* this.#token()
      cursor.beginGap()
      while (!cursor.skipGap()) yield
      if (cursor.isTired()) yield
    }
    this.#levels.end()
    this.otherDocument = yield* nextDocument(cursor)
  }

  *#token(): Generator<void, void, void> {
    const cursor = this.#cursor
    const { code } = cursor
    const { top, awaitsNode } = this.#levels
    const isSign = (code === DASH || code === QUESTION || code === COLON) && cursor.isGapAfter(1)
    if (!awaitsNode && !cursor.isFirst && !this.#properties.areThere)
      cursor.refuse('Something follows a value in its line')
    if (isProperty(code)) yield* this.#property()
    else if (isSign && code === DASH) this.#dash()
    else if (isSign && code === QUESTION) this.#question()
    else if (isSign) this.#colonAlone()
    else if (top.isList && top.awaits === 'member') cursor.refuse('A dash is missing')
    else yield* this.#node()
  }

  *#property(): Generator<void, void, void> {
    if (this.#cursor.isFirst) this.#isBehindSign = true
    yield* this.#properties.read()
    this.#levels.last = this.#cursor.at
  }

  #dash(): void {
    const cursor = this.#cursor
    const { top } = this.#levels
    if (!top.isList || top.awaits !== 'member') this.#open(true)
    this.#handler.item(cursor.at, commentBefore(cursor))
    this.#announce('value', true)
  }

  #question(): void {
    if (!this.#levels.awaitsName) this.#open(false)
    this.#announce('name', true)
  }

  /** Behind an announced name, or where a name is left out. */
  #colonAlone(): void {
    const cursor = this.#cursor
    const { top } = this.#levels
    if (top.awaits !== 'colon') {
      this.#beginMember()
      this.#levels.nameless()
    } else if (top.indent !== cursor.column) cursor.refuse('There is no name before this colon')
    this.#announce('value', true)
  }

  #announce(what: 'name' | 'value', mayNest: boolean): void {
    this.#levels.announce(what)
    this.#isBehindSign = mayNest
  }

  /** A list or a map begins with its sign. */
  #open(isList: boolean): void {
    const cursor = this.#cursor
    this.#assertMayNest(!this.#properties.areInline)
    this.#levels.open(isList, cursor.at, cursor.column, this.#properties.take())
  }

  /** At a name: its map begins, unless it is open. */
  #beginMember(isText = true): void {
    if (this.#levels.awaitsName) return
    this.#assertMayNest()
    const { start } = this.#properties
    // What begins with a bracket is taken for something in brackets by those who change it.
    const from = isText ? start : start - 1
    this.#levels.open(false, from, start - this.#cursor.lineStart, this.#properties.takeForMap())
  }

  #assertMayNest(isFree = true): void {
    const cursor = this.#cursor
    if (!isFree || !(cursor.isFirst || this.#isBehindSign))
      cursor.refuse('A map or a list cannot begin in the middle of a line')
    if (!this.#levels.awaitsNode) cursor.refuse('This is no member of what is around it')
    if (cursor.hasTab) cursor.refuse('A tab cannot indent')
  }

  #assertAwaited(): void {
    if (!this.#levels.awaitsNode) this.#cursor.refuse('A colon is missing behind a name')
  }

  *#node(): Generator<void, void, void> {
    const cursor = this.#cursor
    const { code } = cursor
    if (code === OPEN_LIST || code === OPEN_MAP) yield* this.#brackets()
    else if (code === LITERAL || code === FOLDED) {
      this.#assertAwaited()
      this.#levels.scalar(yield* readBlockScalar(cursor, this.#levels.top.indent))
    } else if (code === STAR) yield* this.#alias()
    else yield* this.#text()
  }

  *#brackets(): Generator<void, void, void> {
    const cursor = this.#cursor
    const isName = isFlowName(cursor)
    if (isName) {
      this.#beginMember(false)
      this.#handler.complexName(this.#properties.start, commentBefore(cursor))
    } else {
      this.#assertAwaited()
      this.#levels.begin()
    }
    yield* this.#flow.read(this.#levels.top.indent + 1, this.#properties.take())
    this.#levels.last = cursor.at
    if (!isName) return
    cursor.skipBlanks()
    this.#announce('value', false)
  }

  *#alias(): Generator<void, void, void> {
    const cursor = this.#cursor
    const { at } = cursor
    if (this.#properties.areInline) cursor.refuse('An alias has no anchor or tag of its own')
    const anchor = yield* readWord(cursor)
    const { at: to } = cursor
    if (this.#levels.top.awaits !== 'name' && this.#isBeforeColon()) {
      this.#nameAt(at)
      this.#handler.aliasName(anchor, at, commentBefore(cursor))
      this.#announceBehind(to)
      return
    }
    this.#assertAwaited()
    if (this.#properties.areThere) cursor.refuse('An alias has no anchor or tag of its own', at)
    this.#levels.alias(anchor, at, to)
  }

  *#text(): Generator<void, void, void> {
    const cursor = this.#cursor
    const { lineStart, code, at } = cursor
    const isQuoted = code === 34 || code === 39
    if (!isQuoted && NO_PLAIN.has(code)) cursor.refuse('Nothing begins with this sign')
    const place = { inFlow: false, indent: this.#levels.top.indent + 1, isOneLine: !this.#levels.awaitsNode }
    const scalar = isQuoted ? yield* readQuoted(cursor) : yield* readPlain(cursor, place)
    if (!this.#isBeforeColon()) {
      this.#assertAwaited()
      this.#levels.scalar(scalar)
      return
    }
    if (cursor.lineStart !== lineStart) cursor.refuse('A name has one line', at)
    this.#nameAt(at)
    const { start } = this.#properties
    this.#handler.name(scalar, start, commentBefore(cursor), this.#properties.take())
    this.#announceBehind(scalar.to)
  }

  #isBeforeColon(): boolean {
    const cursor = this.#cursor
    const { at } = cursor
    cursor.skipBlanks()
    const isBefore = cursor.code === COLON && cursor.isGapAfter(1)
    cursor.at = at
    return isBefore
  }

  /** Back to where a name begins that was read already. */
  #nameAt(at: number): void {
    this.#cursor.at = at
    this.#beginMember()
  }

  #announceBehind(to: number): void {
    this.#cursor.at = to
    this.#cursor.skipBlanks()
    this.#announce('value', false)
  }
}
