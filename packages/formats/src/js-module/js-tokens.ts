import { UnreadableFile } from '../remark.ts'
import { CommentsBefore } from '../tree/comments-before.ts'
import { isNamePart, isSpace } from './js-characters.ts'

/**
 * `template` is one without substitutions, `code` begins one with them. A punctuator is one character: nobody here asks
 * which operator it belongs to.
 */
export type TokenKind = 'word' | 'number' | 'text' | 'template' | 'code' | 'pattern' | 'punctuator' | 'end'

/** Code may nest this deep; texts are looked at to fewer levels anyway. */
const MAX_BRACKETS = 10_000
/** Characters that are looked at in well below a millisecond. */
const STEP = 2 ** 16

/** Behind these a slash begins a pattern, behind other words it divides. */
const BEFORE_PATTERN = new Set(
  'return typeof case in of delete void throw new do else instanceof yield await default'.split(' '),
)

/**
 * The tokens of JavaScript or TypeScript, one after another, with pauses. It knows as much of the language as is needed
 * to tell code from texts, comments and patterns. What is unclear, as apostrophes between tags are, ends with its line.
 */
export class JsTokens {
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
  /** Up to where a sign that opens something is known not to be closed. */
  readonly #unclosed = new Map<string, number>()

  constructor(text: string, at = 0) {
    this.text = text
    this.to = at
  }

  /** The character of a punctuator, the letters of a word. */
  get source(): string {
    return this.text.slice(this.from, this.to)
  }

  is(punctuator: string): boolean {
    return this.kind === 'punctuator' && this.text[this.from] === punctuator
  }

  *next(): Generator<void, void, void> {
    const mayBePattern = this.#mayPatternFollow()
    yield* this.#space()
    this.from = this.to
    this.closed = undefined
    const first = this.text[this.from]
    if (first === undefined) this.kind = 'end'
    else if (first === '"' || first === "'") yield* this.#quoted(first)
    else if (first === '`') yield* this.#template('template')
    else if (first === '}' && this.text[this.open.at(-1) ?? -1] === '$') {
      this.open.pop()
      yield* this.#template('code')
    } else if (first >= '0' && first <= '9') this.#number()
    else if (isNamePart(this.text.charCodeAt(this.from))) yield* this.#word()
    else if (first === '/' && mayBePattern) yield* this.#pattern()
    else this.#punctuator(first)
  }

  #mayPatternFollow(): boolean {
    if (this.kind === 'word') return BEFORE_PATTERN.has(this.source)
    // A slash behind `<` closes a tag.
    if (this.kind === 'punctuator') return !')]}<'.includes(this.text[this.from] ?? '')
    return this.kind === 'end'
  }

  #take(kind: TokenKind, to: number): void {
    this.kind = kind
    this.to = to
  }

  #punctuator(first: string): void {
    this.#take('punctuator', this.from + 1)
    if (first === '(' || first === '[' || first === '{') {
      this.#opened(this.from)
    } else if (first === ')' || first === ']' || first === '}') this.closed = this.open.pop()
  }

  #opened(at: number): void {
    if (this.open.push(at) > MAX_BRACKETS)
      throw new UnreadableFile('too_deep', `More than ${MAX_BRACKETS} brackets are open`)
  }

  #number(): void {
    let at = this.from + 1
    while (isNamePart(this.text.charCodeAt(at)) || this.text[at] === '.' || this.#isSignOfExponent(at)) at++
    this.#take('number', at)
  }

  #isSignOfExponent(at: number): boolean {
    const sign = this.text[at]
    return (sign === '-' || sign === '+') && /^\d[\d_.]*e$/i.test(this.text.slice(this.from, at))
  }

  *#word(): Generator<void, void, void> {
    let at = this.from + 1
    for (; isNamePart(this.text.charCodeAt(at)); at++) if (this.#isTired()) yield
    this.#take('word', at)
  }

  *#quoted(quote: string): Generator<void, void, void> {
    let at = this.#isKnownUnclosed(quote) ? this.text.length : this.from + 1
    for (; at < this.text.length; at++) {
      if (this.#isTired()) yield
      const character = this.text[at]
      if (character === quote) return this.#take('text', at + 1)
      if (character === '\\') at += this.text.startsWith('\r\n', at + 1) ? 2 : 1
      else if (character === '\n' || character === '\r') break
    }
    this.#leaveUnclosed(quote, at)
  }

  /** What comes behind it was looked at as it will be again, whichever of its characters was escaped. */
  #leaveUnclosed(sign: string, to: number): void {
    if (!this.#isKnownUnclosed(sign)) this.#unclosed.set(sign, to)
    this.#take('punctuator', this.from + 1)
  }

  #isKnownUnclosed(sign: string): boolean {
    return this.from < (this.#unclosed.get(sign) ?? 0)
  }

  /** A template, or what follows a substitution in one. */
  *#template(whole: 'template' | 'code'): Generator<void, void, void> {
    let at = this.#isKnownUnclosed('`') ? this.text.length : this.from + 1
    for (; at < this.text.length; at++) {
      if (this.#isTired()) yield
      const character = this.text[at]
      if (character === '`') return this.#take(whole, at + 1)
      if (character === '\\') at++
      else if (character === '$' && this.text[at + 1] === '{') {
        this.#opened(at)
        return this.#take('code', at + 2)
      }
    }
    this.#leaveUnclosed('`', at)
  }

  *#pattern(): Generator<void, void, void> {
    let isInClass = false
    for (let at = this.from + 1; at < this.text.length; at++) {
      if (this.#isTired()) yield
      const character = this.text[at]
      if (character === '\\') at++
      else if (character === '[') isInClass = true
      else if (character === ']') isInClass = false
      else if (character === '\n' || character === '\r') break
      else if (character === '/' && !isInClass) {
        do at++
        while (isNamePart(this.text.charCodeAt(at)))
        return this.#take('pattern', at)
      }
    }
    this.#take('punctuator', this.from + 1)
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
      if (isSpace(code)) {
        // Of `\r\n`, the first character alone is no line of its own.
        if (code === 10 || code === 0x2028 || code === 0x2029 || (code === 13 && this.text[at + 1] !== '\n'))
          comments.line()
        continue
      }
      const end = this.#endOfComment(at)
      if (end === undefined) break
      comments.comment(at, end, this.text[at + 1] === '/')
      at = end - 1
    }
    this.#work += 50
    const found = comments.found()
    if (found) [this.commentFrom, this.commentTo] = found
    this.to = at
  }

  #endOfComment(at: number): number | undefined {
    const start = this.text.slice(at, at + 2)
    if (start === '//' || (at === 0 && start === '#!')) {
      LINE_END.lastIndex = at
      return LINE_END.exec(this.text)?.index ?? this.text.length
    }
    if (start !== '/*') return undefined
    const end = at < (this.#unclosed.get('/*') ?? 0) ? -1 : this.text.indexOf('*/', at + 2)
    if (end >= 0) return end + 2
    this.#unclosed.set('/*', this.text.length)
    return undefined
  }
}

const LINE_END = /[\n\r\u2028\u2029]/g
