import { readPlain, readQuoted } from './flow-scalars.ts'
import { commentBefore, isProperty, readProperty, readWord } from './node-parts.ts'
import { COLON, isFlowSign, isGap, QUESTION } from './yaml-characters.ts'
import type { YamlCursor } from './yaml-cursor.ts'
import type { NodeProperties, YamlHandler } from './yaml-handler.ts'

/** What cannot be seen in a file at the place where something is to change. */
export interface YamlNotes {
  /** Where a name has no colon behind it, so that a value needs one. */
  withoutColon: Set<number>
  /** Where maps of one member begin that stand in a list without braces. */
  pairs: Set<number>
}

interface FlowLevel {
  isList: boolean
  /** A map of one member in a list, without braces. */
  isPair: boolean
  /** `start`: of a member, `name`: behind one, `value`: behind its colon, `end`: behind all of it. */
  state: 'start' | 'name' | 'value' | 'end'
  /** A name was announced with `?`. */
  isExplicit: boolean
}

const MAX_LEVELS = 10_000
const COMMA = 44
const OPEN_LIST = 91
const OPEN_MAP = 123
const STAR = 42
const NO_PLAIN = new Set([...'-?:,[]{}#&*!|>\'"%@`'].map((sign) => sign.charCodeAt(0)))

/** Maps in braces and lists in brackets. */
export class FlowReader {
  readonly #cursor: YamlCursor
  readonly #handler: YamlHandler
  readonly #notes: YamlNotes
  #levels: FlowLevel[] = []
  #properties: NodeProperties | undefined
  /** Behind the last thing of importance. */
  #last = 0
  /** Behind a text in quotes or a bracket, a colon needs no space after it. */
  #isBehindQuotes = false
  #indent = 0

  constructor(cursor: YamlCursor, handler: YamlHandler, notes: YamlNotes) {
    this.#cursor = cursor
    this.#handler = handler
    this.#notes = notes
  }

  /** From a bracket to the one that closes it. */
  *read(indent: number, properties: NodeProperties | undefined): Generator<void, void, void> {
    const cursor = this.#cursor
    const from = cursor.at
    this.#indent = indent
    this.#properties = properties
    this.#open()
    while (this.#levels.length > 0) {
      cursor.beginGap()
      while (!cursor.skipGap()) yield
      if (cursor.isAtEnd || (cursor.isFirst && cursor.isAtMarker())) cursor.refuse('A bracket is not closed', from)
      yield* this.#token()
      if (cursor.isTired()) yield
    }
  }

  *#token(): Generator<void, void, void> {
    const cursor = this.#cursor
    const { code } = cursor
    const level = this.#level
    if (code === COMMA) this.#comma()
    else if (isFlowSign(code) && code !== OPEN_LIST && code !== OPEN_MAP) this.#close(code === 93)
    else if (code === COLON && this.#isColon()) this.#colon()
    else if (code === QUESTION && cursor.isGapAfter(1) && level.state === 'start') this.#question()
    else if (level.state === 'end' || level.state === 'name') cursor.refuse('A comma is missing')
    else if (isProperty(code)) {
      this.#properties = yield* readProperty(cursor, this.#properties)
      this.#last = cursor.at
    } else if (code === OPEN_LIST || code === OPEN_MAP) {
      if (level.state === 'start' && !level.isList) this.#complexName()
      this.#begin()
      this.#open()
    } else yield* this.#scalarOrAlias()
  }

  get #level(): FlowLevel {
    return this.#levels.at(-1) as FlowLevel
  }

  #isColon(): boolean {
    const { text, at } = this.#cursor
    const next = text.charCodeAt(at + 1)
    return isGap(next) || isFlowSign(next) || this.#isBehindQuotes
  }

  #take(): NodeProperties | undefined {
    const properties = this.#properties
    this.#properties = undefined
    return properties
  }

  #open(): void {
    const cursor = this.#cursor
    if (this.#levels.length === MAX_LEVELS) cursor.refuse('Too many brackets are open', cursor.at, 'too_deep')
    const isList = cursor.code === OPEN_LIST
    this.#handler.open(isList ? 'list' : 'map', cursor.at, this.#take())
    this.#push(isList, false)
    this.#isBehindQuotes = false
    cursor.at++
  }

  #push(isList: boolean, isPair: boolean): void {
    this.#levels.push({ isList, isPair, state: 'start', isExplicit: false })
  }

  /** A node begins, as a member of a list or as a value. */
  #begin(): void {
    const level = this.#level
    if (level.isList) this.#handler.item(this.#cursor.at, commentBefore(this.#cursor))
    if (level.state !== 'name') level.state = 'end'
  }

  #complexName(): void {
    const level = this.#level
    this.#handler.complexName(this.#cursor.at, commentBefore(this.#cursor))
    level.state = 'name'
  }

  *#scalarOrAlias(): Generator<void, void, void> {
    const cursor = this.#cursor
    const comment = commentBefore(cursor)
    const properties = this.#take()
    const { at } = cursor
    const from = properties?.from ?? at
    const anchor = cursor.code === STAR ? yield* this.#alias(properties) : undefined
    const scalar = anchor === undefined ? yield* this.#scalar() : undefined
    this.#isBehindQuotes = scalar?.isPlain === false
    this.#last = cursor.at
    if (this.#level.isList && this.#isPairBehind()) this.#pair(from)
    const level = this.#level
    const isName = level.state === 'start' && !level.isList
    if (level.isList) this.#handler.item(from, comment)
    level.state = isName ? 'name' : 'end'
    if (scalar && isName) this.#handler.name(scalar, from, level.isPair ? undefined : comment, properties)
    else if (scalar) this.#handler.scalar(scalar, properties)
    else if (isName) this.#handler.aliasName(anchor ?? '', from, comment)
    else this.#handler.alias(anchor ?? '', at, cursor.at)
  }

  *#alias(properties: NodeProperties | undefined): Generator<void, string, void> {
    const cursor = this.#cursor
    if (properties) cursor.refuse('An alias has no anchor or tag of its own')
    return yield* readWord(cursor)
  }

  *#scalar() {
    const cursor = this.#cursor
    const { code } = cursor
    if (code === 34 || code === 39) return yield* readQuoted(cursor)
    const next = cursor.text.charCodeAt(cursor.at + 1)
    const isLetter = (code === 45 || code === QUESTION || code === COLON) && !isGap(next) && !isFlowSign(next)
    if (NO_PLAIN.has(code) && !isLetter) cursor.refuse('Nothing begins with this sign')
    return yield* readPlain(cursor, { inFlow: true, indent: this.#indent, isOneLine: false })
  }

  /** Whether a colon follows in the same line. */
  #isPairBehind(): boolean {
    const cursor = this.#cursor
    const { at } = cursor
    cursor.skipBlanks()
    const isPair = cursor.code === COLON && this.#isColon()
    cursor.at = at
    return isPair
  }

  /** A map of one member begins in a list. */
  #pair(from: number): void {
    const level = this.#level
    this.#handler.item(from, commentBefore(this.#cursor))
    this.#handler.open('map', from)
    this.#notes.pairs.add(from)
    level.state = 'end'
    this.#push(false, true)
  }

  #question(): void {
    const cursor = this.#cursor
    if (this.#level.isList) this.#pair(cursor.at)
    this.#level.isExplicit = true
    cursor.at++
    this.#last = cursor.at
  }

  #colon(): void {
    const cursor = this.#cursor
    if (this.#level.isList) {
      if (this.#level.state !== 'start') cursor.refuse('Only a text can be a name here')
      this.#pair(cursor.at)
    }
    const level = this.#level
    if (level.state === 'start') this.#emptyName()
    if (level.state !== 'name') cursor.refuse('There is no name before this colon')
    level.state = 'value'
    this.#isBehindQuotes = false
    cursor.at++
    this.#last = cursor.at
  }

  #emptyName(): void {
    const { at } = this.#cursor
    const properties = this.#take()
    this.#handler.name({ text: '', isPlain: true, from: at, to: at }, at, undefined, properties)
    this.#level.state = 'name'
  }

  #comma(): void {
    const cursor = this.#cursor
    this.#endPair()
    const level = this.#level
    if (level.state === 'start' && !this.#properties && !level.isExplicit)
      cursor.refuse('There is nothing before this comma')
    this.#endMember()
    this.#handler.memberEnd(this.#last, cursor.at)
    level.state = 'start'
    level.isExplicit = false
    this.#isBehindQuotes = false
    cursor.at++
  }

  #close(isList: boolean): void {
    const cursor = this.#cursor
    this.#endPair()
    const level = this.#level
    if (level.isList !== isList) cursor.refuse('A bracket closes what another opened')
    const isOpen = level.state !== 'start' || this.#properties || level.isExplicit
    if (isOpen) {
      this.#endMember()
      this.#handler.memberEnd(this.#last, undefined)
    }
    cursor.at++
    this.#levels.pop()
    this.#handler.close(cursor.at)
    this.#last = cursor.at
    this.#isBehindQuotes = true
  }

  #endPair(): void {
    if (!this.#level.isPair) return
    this.#endMember()
    this.#levels.pop()
    this.#handler.close(this.#last)
  }

  /** What was announced and did not come is nothing. */
  #endMember(): void {
    const level = this.#level
    if (level.state === 'end') return
    if (level.state === 'start') {
      if (level.isList) this.#handler.item(this.#last)
      else this.#emptyName()
    }
    if (!level.isList && level.state === 'name') this.#notes.withoutColon.add(this.#last)
    const at = this.#last
    this.#handler.scalar({ text: '', isPlain: true, from: at, to: at }, this.#take())
    level.state = 'end'
  }
}
