import { parse } from '@formatjs/icu-messageformat-parser'
import type { Span } from './mapped-text.ts'

/** Text, tags among it: checks find those by themselves, in messages and in other texts alike. */
export interface Literal extends Span {
  kind: 'text'
  /** Whether # has to be quoted there. */
  isInPlural: boolean
}

export interface Argument extends Span {
  kind: 'argument'
  name: string
  class: 'text' | 'number' | 'date'
}

/** The # of a plural. */
export interface Count extends Span {
  kind: 'count'
}

export interface Choice extends Span {
  kind: 'choice'
  name: string
  type: 'select' | 'cardinal' | 'ordinal'
  branches: readonly Branch[]
}

export interface Branch {
  name: string
  parts: readonly Part[]
}

export type Part = Literal | Argument | Count | Choice

/** Nobody writes a choice in a choice in a choice so often. What is deeper is no message here. */
const MOST_LEVELS = 100
/** A skeleton is read by a library whose time grows with the square of its length. */
const LONGEST_SKELETON = 100
const MOST_SKELETONS = 500

const IDENTIFIER = /[^\p{White_Space}\p{Pattern_Syntax}]*/uy
const CHOICES = new Map<string, Choice['type']>([
  ['select', 'select'],
  ['plural', 'cardinal'],
  ['selectordinal', 'ordinal'],
])
const SIMPLE = new Map<string, Argument['class']>([
  ['number', 'number'],
  ['date', 'date'],
  ['time', 'date'],
])

const [HASH, APOSTROPHE, COMMA, LESS, GREATER, OPEN, CLOSE] = [0x23, 0x27, 0x2c, 0x3c, 0x3e, 0x7b, 0x7d]

/**
 * The parts of an ICU message; undefined for a text that is none. It takes and refuses what the library takes that our
 * users' programs have, which a test compares, in a tenth of its time: the library counts lines and columns, goes through
 * a text without tags twice, and takes seconds for one that is made for it.
 */
export const readMessage = (text: string): Part[] | undefined => new Reader(text).whole()

/** Reads on from where it is. Each step gives undefined where the text is no message. */
class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  whole(): Part[] | undefined {
    return this.#message(0, false)
  }

  #message(level: number, isInPlural: boolean): Part[] | undefined {
    const parts: Part[] = []
    while (this.#at < this.#text.length) {
      const unit = this.#text.charCodeAt(this.#at)
      if (unit === CLOSE && level > 0) break
      if (unit === OPEN) {
        const part = this.#argument(level)
        if (!part) return undefined
        parts.push(part)
      } else if (unit === HASH && isInPlural) {
        parts.push({ kind: 'count', start: this.#at, end: this.#at + 1 })
        this.#at++
      } else parts.push(this.#literal(level, isInPlural))
    }
    return parts
  }

  #literal(level: number, isInPlural: boolean): Literal {
    const start = this.#at
    for (; this.#at < this.#text.length; this.#at++) {
      const unit = this.#text.charCodeAt(this.#at)
      if (unit === OPEN || (unit === CLOSE && level > 0) || (unit === HASH && isInPlural)) break
      if (unit === APOSTROPHE) this.#passQuoted(isInPlural)
    }
    return { kind: 'text', start, end: this.#at, isInPlural }
  }

  /** Stops at the last unit of what an apostrophe begins: itself, a second one, or what is quoted. */
  #passQuoted(isInPlural: boolean): void {
    const next = this.#text.charCodeAt(this.#at + 1)
    if (next === APOSTROPHE) this.#at++
    else if (isQuotable(next, isInPlural)) {
      this.#at = this.#text.indexOf("'", this.#at + 1)
      while (this.#at >= 0 && this.#text.charCodeAt(this.#at + 1) === APOSTROPHE)
        this.#at = this.#text.indexOf("'", this.#at + 2)
      // Without an end, all that follows is quoted.
      if (this.#at < 0) this.#at = this.#text.length - 1
    }
  }

  #argument(level: number): Part | undefined {
    const start = this.#at++
    this.#passSpace()
    const name = this.#identifier()
    if (name === '') return undefined
    this.#passSpace()
    if (this.#takes(CLOSE)) return { kind: 'argument', name, class: 'text', start, end: this.#at }
    if (!this.#takes(COMMA)) return undefined
    this.#passSpace()
    const type = this.#identifier()
    const simple = SIMPLE.get(type)
    if (simple) return this.#simple(start, name, type, simple)
    const choice = CHOICES.get(type)
    return choice && this.#choice(start, name, choice, level)
  }

  #simple(start: number, name: string, type: string, found: Argument['class']): Argument | undefined {
    this.#passSpace()
    if (this.#takes(COMMA) && !this.#passStyle(type)) return undefined
    return this.#takes(CLOSE) ? { kind: 'argument', name, class: found, start, end: this.#at } : undefined
  }

  /** Up to the brace that ends it, apart from those between apostrophes. */
  #passStyle(type: string): boolean {
    this.#passSpace()
    const start = this.#at
    for (; this.#at < this.#text.length && this.#text.charCodeAt(this.#at) !== CLOSE; this.#at++) {
      if (this.#text.charCodeAt(this.#at) !== APOSTROPHE) continue
      this.#at = this.#text.indexOf("'", this.#at + 1)
      if (this.#at < 0) return false
    }
    const style = this.#text.slice(start, this.#at).trimEnd()
    return style.startsWith('::') ? isSkeleton(type, style) : style !== ''
  }

  #choice(start: number, name: string, type: Choice['type'], level: number): Choice | undefined {
    this.#passSpace()
    if (level >= MOST_LEVELS || !this.#takes(COMMA)) return undefined
    this.#passSpace()
    let selector = this.#identifier()
    if (type !== 'select' && selector === 'offset') {
      if (!this.#passOffset()) return undefined
      selector = this.#identifier()
    }
    const branches = this.#branches(selector, type, level)
    return branches && this.#takes(CLOSE) ? { kind: 'choice', name, type, branches, start, end: this.#at } : undefined
  }

  #branches(first: string, type: Choice['type'], level: number): Branch[] | undefined {
    const branches: Branch[] = []
    const names = new Set<string>()
    for (let name: string | undefined = first; ; name = this.#identifier()) {
      if (name === '' && type !== 'select') name = this.#exactNumber()
      if (name === '') break
      if (name === undefined || names.has(name)) return undefined
      this.#passSpace()
      const parts = this.#takes(OPEN) ? this.#message(level + 1, type !== 'select') : undefined
      if (!parts || !this.#takes(CLOSE)) return undefined
      names.add(name)
      branches.push({ name, parts })
      this.#passSpace()
    }
    return names.has('other') ? branches : undefined
  }

  #passOffset(): boolean {
    if (this.#text[this.#at] !== ':') return false
    this.#at++
    this.#passSpace()
    if (!this.#passInteger()) return false
    this.#passSpace()
    return true
  }

  /** `=5`; empty where there is none. */
  #exactNumber(): string | undefined {
    const start = this.#at
    if (this.#text[start] !== '=') return ''
    this.#at++
    return this.#passInteger() ? this.#text.slice(start, this.#at) : undefined
  }

  #passInteger(): boolean {
    if (this.#text[this.#at] === '+' || this.#text[this.#at] === '-') this.#at++
    const start = this.#at
    while (isDigit(this.#text.charCodeAt(this.#at))) this.#at++
    return this.#at > start && Number.isSafeInteger(Number(this.#text.slice(start, this.#at)))
  }

  #identifier(): string {
    const start = this.#at
    while (isPlain(this.#text.charCodeAt(this.#at))) this.#at++
    const next = this.#text.charCodeAt(this.#at)
    // Most names are of ASCII and end with a sign of it; the pattern, which knows all others, takes ten times as long.
    if (next >= 0x20 && next < 0x7f) return this.#text.slice(start, this.#at)
    IDENTIFIER.lastIndex = start
    const name = IDENTIFIER.exec(this.#text)?.[0] ?? ''
    this.#at = start + name.length
    return name
  }

  #passSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++
  }

  #takes(unit: number): boolean {
    if (this.#text.charCodeAt(this.#at) !== unit) return false
    this.#at++
    return true
  }
}

/** Behind an apostrophe, these begin a quotation. */
export const isQuotable = (unit: number, isInPlural: boolean) =>
  unit === OPEN || unit === CLOSE || unit === LESS || unit === GREATER || (unit === HASH && isInPlural)

const isDigit = (unit: number) => unit >= 0x30 && unit <= 0x39

/** Letters, digits and underscores of ASCII. */
const isPlain = (unit: number) =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || unit === 0x5f || isDigit(unit)

/** Pattern_White_Space of Unicode. */
const isSpace = (unit: number) =>
  unit === 0x20 ||
  (unit >= 0x09 && unit <= 0x0d) ||
  unit === 0x85 ||
  unit === 0x200e ||
  unit === 0x200f ||
  unit === 0x2028 ||
  unit === 0x2029

const skeletons = new Map<string, boolean>()

function isSkeleton(type: string, style: string): boolean {
  if (style.length > LONGEST_SKELETON) return false
  const name = `${type}, ${style}`
  let isValid = skeletons.get(name)
  if (isValid === undefined) {
    isValid = reads(`{a, ${name}}`)
    if (skeletons.size >= MOST_SKELETONS) skeletons.clear()
    skeletons.set(name, isValid)
  }
  return isValid
}

function reads(message: string): boolean {
  try {
    return parse(message, { ignoreTag: true }).length > 0
  } catch {
    return false
  }
}
