import { Lines } from '../lines.ts'
import { UnreadableFile } from '../remark.ts'
import { CommentsBefore } from '../tree/comments-before.ts'
import { HeredocSearch } from './heredoc.ts'
import { isDigit, isNamePart, isNameStart, isSubstitution } from './php-characters.ts'

/** `code` is a text into which PHP puts something, or what a shell runs. A punctuator is one character, or `=>`. */
export type TokenKind = 'word' | 'variable' | 'number' | 'text' | 'code' | 'punctuator' | 'end'

/** Code may nest this deep; texts are looked at to fewer levels anyway. */
const MAX_BRACKETS = 10_000
/** Characters that are looked at in well below a millisecond. */
const STEP = 2 ** 16
/** The same, where they are looked at all together. */
const LONG_STEP = 2 ** 19
/** Counting lines as far as this takes few milliseconds. */
const FAR = 2 ** 21
const OPEN_TAG = '<?php'
const OPENS = new Set('([{')
const CLOSES = new Set(')]}')

/**
 * The tokens of PHP, one after another, with pauses. It knows as much of the language as is needed to tell code from
 * texts and comments.
 */
export class PhpTokens {
  readonly text: string
  kind: TokenKind = 'end'
  /** Where the token begins and ends. */
  from = 0
  to = 0
  /** Comments directly before the token, if they are about it. */
  commentFrom = 0
  commentTo = 0
  /** The offsets of brackets that are open. */
  readonly open: number[] = []
  /** Where the bracket stands that the token closes. */
  closed: number | undefined
  #work = 0

  constructor(text: string, at: number) {
    this.text = text
    this.to = at
  }

  /** The characters of a punctuator, the letters of a word. */
  get source(): string {
    return this.text.slice(this.from, this.to)
  }

  is(punctuator: string): boolean {
    return (
      this.kind === 'punctuator' && this.text.startsWith(punctuator, this.from) && this.#length === punctuator.length
    )
  }

  get #length(): number {
    return this.to - this.from
  }

  *next(): Generator<void, void, void> {
    yield* this.#space()
    this.from = this.to
    this.closed = undefined
    const code = this.text.charCodeAt(this.from)
    const first = this.text[this.from]
    if (first === undefined) this.kind = 'end'
    else if (first === "'" || first === '"' || first === '`') yield* this.#quoted(first)
    else if (isNameStart(code) || first === '\\') yield* this.#name('word')
    else if (isDigit(code) || (first === '.' && isDigit(this.text.charCodeAt(this.from + 1)))) yield* this.#number()
    else if (first === '$' && isNameStart(this.text.charCodeAt(this.from + 1))) yield* this.#name('variable')
    else if (first !== '<' || !(yield* this.#heredoc())) this.#punctuator(first)
  }

  #take(kind: TokenKind, to: number): void {
    this.kind = kind
    this.to = to
  }

  #punctuator(first: string): void {
    this.#take('punctuator', this.from + (this.text.startsWith('=>', this.from) ? 2 : 1))
    if (OPENS.has(first)) {
      if (this.open.push(this.from) > MAX_BRACKETS)
        throw new UnreadableFile('too_deep', `More than ${MAX_BRACKETS} brackets are open`)
    } else if (CLOSES.has(first)) this.closed = this.open.pop()
  }

  *#name(kind: 'word' | 'variable'): Generator<void, void, void> {
    let at = this.from + 1
    for (; isNamePart(this.text.charCodeAt(at)); at++) if (this.#isTired()) yield
    this.#take(kind, at)
  }

  *#number(): Generator<void, void, void> {
    let at = this.from + 1
    for (; isNamePart(this.text.charCodeAt(at)) || this.text[at] === '.' || this.#isSignOfExponent(at); at++)
      if (this.#isTired()) yield
    this.#take('number', at)
  }

  #isSignOfExponent(at: number): boolean {
    const sign = this.text[at]
    return (sign === '-' || sign === '+') && /^[\d._]+e$/i.test(this.text.slice(Math.max(this.from, at - 40), at))
  }

  *#quoted(quote: string): Generator<void, void, void> {
    let isCode = quote === '`'
    for (let at = this.from + 1; at < this.text.length; at++) {
      if (this.#isTired()) yield
      const character = this.text[at]
      if (character === quote) return this.#take(isCode ? 'code' : 'text', at + 1)
      if (character === '\\') at++
      else if (quote === '"' && isSubstitution(this.text, at)) isCode = true
    }
    this.#refuse('A text has no end')
  }

  *#heredoc(): Generator<void, boolean, void> {
    const search = HeredocSearch.at(this.text, this.from)
    if (!search) return false
    while (!search.advance()) yield
    if (search.end === undefined) this.#refuse('A text has no end')
    this.#take(search.isCode ? 'code' : 'text', search.end)
    return true
  }

  #refuse(message: string): never {
    const place = this.from < FAR ? new Lines(this.text).at(this.from) : {}
    throw new UnreadableFile('syntax_error', message, place)
  }

  /** Whether so much was looked at that others come first. */
  #isTired(): boolean {
    if (++this.#work < STEP) return false
    this.#work = 0
    return true
  }

  *#space(): Generator<void, void, void> {
    const comments = new CommentsBefore(this.to === 0)
    this.commentFrom = this.commentTo = this.to
    let at = this.to
    for (; at < this.text.length; at++) {
      if (this.#isTired()) yield
      const code = this.text.charCodeAt(at)
      if (code === 10 || (code === 13 && this.text[at + 1] !== '\n')) comments.line()
      if (code === 32 || (code >= 9 && code <= 13)) continue
      const end = yield* this.#endOfAside(at)
      if (end === undefined) break
      if (this.text[at] !== '?') comments.comment(at, end, !this.text.startsWith('/*', at))
      at = end - 1
    }
    this.#work += 50
    const found = comments.found()
    if (found) [this.commentFrom, this.commentTo] = found
    this.to = at
  }

  /** Of a comment, or of what stands between two pieces of code. */
  *#endOfAside(at: number): Generator<void, number | undefined, void> {
    const first = this.text[at]
    if (this.text.startsWith('/*', at)) return (yield* endOf('*/', this.text, at + 2)) ?? this.text.length
    if (this.text.startsWith('?>', at)) return (yield* endOf(OPEN_TAG, this.text, at + 2)) ?? this.text.length
    const isLine = first === '#' ? this.text[at + 1] !== '[' : this.text.startsWith('//', at)
    return isLine ? yield* this.#endOfLine(at) : undefined
  }

  *#endOfLine(from: number): Generator<void, number, void> {
    for (let at = from; at < this.text.length; at++) {
      if (this.#isTired()) yield
      const code = this.text.charCodeAt(at)
      if (code === 10 || code === 13 || (code === 63 && this.text[at + 1] === '>')) return at
    }
    return this.text.length
  }
}

/** Where the code of a file begins. */
export function* startOfCode(text: string): Generator<void, number, void> {
  const start = yield* endOf(OPEN_TAG, text, 0)
  if (start === undefined) throw new UnreadableFile('syntax_error', 'The file has no <?php')
  return start
}

/** Behind the next such sign. */
function* endOf(sign: string, text: string, from: number): Generator<void, number | undefined, void> {
  for (let at = from; at < text.length; at += LONG_STEP) {
    const found = text.slice(at, at + LONG_STEP + sign.length - 1).indexOf(sign)
    if (found >= 0) return at + found + sign.length
    if (at > from) yield
  }
  return undefined
}
