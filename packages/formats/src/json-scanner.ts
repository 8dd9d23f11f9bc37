/** What a text is made of, told in its order, and where it stands: from there on, up to where the next may begin. */
export interface JsonHandler {
  beginObject(from: number): void
  beginArray(from: number): void
  /** Of the innermost object or array. */
  end(to: number): void
  /** Of the value that comes next; the same name may come again. */
  name(name: string, from: number, to: number): void
  /** A number keeps the spelling it has in the text. */
  scalar(type: 'string' | 'number' | 'boolean' | 'null', text: string, from: number, to: number): void
}

const BLANK = /[ \t\n\r]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
/** A number that is cut off may be read without its last characters, as `1e+` is read as 1. */
const BEGUN_EXPONENT = 2
/** No number that means anything is longer, and it is read at once. */
const MAX_NUMBER = 2 ** 20
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them inside texts
const CONTROL = /[\u0000-\u001f]/
/** Longer texts are read in pieces of this many characters: ten megabytes at once would take 70 ms. */
const PIECE = 2 ** 16
/** The longest escape sequence but for its last character. */
const BEGUN_ESCAPE = 5
const LITERALS = { t: ['boolean', 'true'], f: ['boolean', 'false'], n: ['null', 'null'] } as const

/** A name or a text, as far as it was read. */
interface Begun {
  is: 'name' | 'value'
  from: number
  read: string
}

/** What may come next. The first of an object is a name or its end, that of an array a value or its end. */
type Expected = 'value' | 'first' | 'name' | 'colon' | 'next'

/**
 * Reads JSON step by step, so that long texts can be read in turns; without recursion, so that no depth ends the
 * process; and telling names that come twice, which JSON.parse keeps to itself.
 */
export class JsonScanner {
  /** What is looked at: it reaches over two pieces from where it is read, or to the end. */
  #text: string
  /** What comes after it: to put 50 MB together takes 40 ms. */
  #rest: Iterator<string, void, void> | undefined
  readonly #handler: JsonHandler
  readonly #piece: number
  #at = 0
  /** Characters that came before the text that is looked at. */
  #passed = 0
  /** The next quotation mark, once it was looked for. */
  #quote = -1
  /** A text whose end has not come yet. */
  #begun: Begun | undefined
  /** For each open object or array, whether it is an object. */
  readonly #open: boolean[] = []
  #expected: Expected = 'value'

  constructor(text: string | Iterator<string, void, void>, handler: JsonHandler, piece = PIECE) {
    this.#text = typeof text === 'string' ? text : ''
    this.#rest = typeof text === 'string' ? undefined : text
    this.#handler = handler
    this.#piece = piece
  }

  /** Reads on for some values, or fewer long ones. False at the end; a SyntaxError where the text is no JSON. */
  advance(steps = 1_000): boolean {
    const enough = this.#passed + this.#at + this.#piece
    for (let step = 0; step < steps && this.#passed + this.#at < enough; step++) {
      if (this.#begun) this.#readOn(this.#begun)
      else if (this.#skipBlank() && !this.#read()) return false
    }
    return true
  }

  /** False when that was the last. */
  #read(): boolean {
    switch (this.#expected) {
      case 'value':
        this.#value()
        return true
      case 'first':
        this.#first()
        return true
      case 'name':
        this.#name()
        return true
      case 'colon':
        this.#colon()
        return true
      default:
        return this.#next()
    }
  }

  #value(): void {
    const first = this.#text[this.#at]
    if (first === '{' || first === '[') {
      this.#begin(first === '{')
      return
    }
    this.#expected = 'next'
    if (first === '"') this.#string('value')
    else this.#bare(first === 't' || first === 'f' || first === 'n' ? LITERALS[first] : undefined)
  }

  #bare(literal: (typeof LITERALS)[keyof typeof LITERALS] | undefined): void {
    const text = literal ? literal[1] : this.#number()
    if (text === undefined || !this.#text.startsWith(text, this.#at)) throw this.#unexpected()
    const from = this.#passed + this.#at
    this.#at += text.length
    this.#handler.scalar(literal ? literal[0] : 'number', text, from, from + text.length)
  }

  #number(): string | undefined {
    NUMBER.lastIndex = this.#at
    const text = NUMBER.exec(this.#text)?.[0]
    if (text === undefined || !this.#rest || NUMBER.lastIndex < this.#text.length - BEGUN_EXPONENT) return text
    if (text.length > MAX_NUMBER) throw new SyntaxError(`A number has at most ${MAX_NUMBER} characters`)
    this.#lookAhead(2 * (this.#text.length - this.#at))
    return this.#number()
  }

  #begin(isObject: boolean): void {
    const from = this.#passed + this.#at++
    this.#open.push(isObject)
    if (isObject) this.#handler.beginObject(from)
    else this.#handler.beginArray(from)
    this.#expected = 'first'
  }

  #first(): void {
    const isObject = this.#open.at(-1)
    if (this.#text[this.#at] === (isObject ? '}' : ']')) this.#end()
    else if (isObject) this.#name()
    else this.#value()
  }

  #end(): void {
    this.#at++
    this.#open.pop()
    this.#handler.end(this.#passed + this.#at)
    this.#expected = 'next'
  }

  /** What follows a value; false when it was the last. */
  #next(): boolean {
    const isObject = this.#open.at(-1)
    const found = this.#text[this.#at]
    if (isObject === undefined) {
      if (found !== undefined) throw this.#unexpected()
      return false
    }
    if (found === (isObject ? '}' : ']')) {
      this.#end()
    } else if (found === ',') {
      this.#at++
      this.#expected = isObject ? 'name' : 'value'
    } else {
      throw this.#unexpected()
    }
    return true
  }

  #name(): void {
    if (this.#text[this.#at] !== '"') throw this.#unexpected()
    this.#expected = 'colon'
    this.#string('name')
  }

  #colon(): void {
    if (this.#text[this.#at] !== ':') throw this.#unexpected()
    this.#at++
    this.#expected = 'value'
  }

  #string(is: 'name' | 'value'): void {
    const from = this.#passed + this.#at++
    this.#readOn({ is, from, read: '' })
  }

  #readOn(begun: Begun): void {
    this.#lookAhead()
    const limit = this.#at + this.#piece
    let end = this.#quoteFrom(this.#at)
    while (end < limit && this.#isEscaped(this.#at, end)) end = this.#quoteFrom(end + 1)
    const isEnd = end < limit
    if (!isEnd) end = this.#beforeEscape(limit)
    const raw = this.#text.slice(this.#at, end)
    begun.read += raw.includes('\\') || CONTROL.test(raw) ? unescaped(raw) : raw
    this.#begun = isEnd ? undefined : begun
    this.#at = isEnd ? end + 1 : end
    if (!isEnd) return
    const to = this.#passed + this.#at
    if (begun.is === 'value') this.#handler.scalar('string', begun.read, begun.from, to)
    else this.#handler.name(begun.read, begun.from, to)
  }

  #quoteFrom(start: number): number {
    if (this.#quote < start) this.#quote = this.#text.indexOf('"', start)
    if (this.#quote < 0 && !this.#rest) throw new SyntaxError('The text ends too early')
    if (this.#quote < 0) this.#quote = this.#text.length
    return this.#quote
  }

  /** A place at which no escape sequence is cut in two. */
  #beforeEscape(limit: number): number {
    for (let at = limit - BEGUN_ESCAPE; at < limit; at++) {
      if (this.#text[at] === '\\' && !this.#isEscaped(this.#at, at)) return at
    }
    return limit
  }

  #isEscaped(start: number, at: number): boolean {
    let backslashes = 0
    while (at - backslashes > start && this.#text[at - backslashes - 1] === '\\') backslashes++
    return backslashes % 2 === 1
  }

  /** False when there may be more of it: that is for the next step. */
  #skipBlank(): boolean {
    this.#lookAhead()
    // Most often there is none.
    if (this.#text.charCodeAt(this.#at) > 0x20) return true
    BLANK.lastIndex = this.#at
    BLANK.exec(this.#text)
    this.#at = BLANK.lastIndex
    const hasMore = this.#at === this.#text.length && this.#rest !== undefined
    this.#lookAhead()
    return !hasMore
  }

  #lookAhead(length = 2 * this.#piece): void {
    if (!this.#rest || this.#text.length - this.#at >= length) return
    let text = this.#text.slice(this.#at)
    while (this.#rest && text.length < length) {
      const next = this.#rest.next()
      if (next.done) this.#rest = undefined
      else text += next.value
    }
    this.#passed += this.#at
    this.#at = 0
    this.#quote = -1
    this.#text = text
  }

  /** How far it was read: where a text is no JSON, up to what should not be there. */
  get position(): number {
    return this.#passed + this.#at
  }

  #unexpected(): SyntaxError {
    const found = this.#text[this.#at]
    return new SyntaxError(
      found === undefined
        ? 'The text ends too early'
        : `Unexpected ${JSON.stringify(found)} at position ${this.position}`,
    )
  }
}

/** The engine tells a place within what it is given, which says nothing of the file. */
function unescaped(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    throw new SyntaxError('A text with an escape or a control character that JSON does not have')
  }
}
