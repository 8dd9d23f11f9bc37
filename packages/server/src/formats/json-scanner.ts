/** What a text is made of, told in its order. */
export interface JsonHandler {
  beginObject(): void
  beginArray(): void
  /** Of the innermost object or array. */
  end(): void
  /** Of the value that comes next; the same name may come again. */
  name(name: string): void
  /** A number keeps the spelling it has in the text. */
  scalar(type: 'string' | 'number' | 'boolean' | 'null', text: string): void
}

const BLANK = /[ \t\n\r]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them inside texts
const CONTROL = /[\u0000-\u001f]/
/** Longer texts are read in pieces of this many characters: ten megabytes at once would take 70 ms. */
const PIECE = 2 ** 16
/** The longest escape sequence but for its last character. */
const BEGUN_ESCAPE = 5
const LITERALS = { t: ['boolean', 'true'], f: ['boolean', 'false'], n: ['null', 'null'] } as const

/**
 * Reads JSON step by step, so that long texts can be read in turns; without recursion, so that no depth ends the
 * process; and telling names that come twice, which JSON.parse keeps to itself.
 */
export class JsonScanner {
  readonly #text: string
  readonly #handler: JsonHandler
  readonly #piece: number
  #at = 0
  /** The next quotation mark, once it was looked for. */
  #quote = -1
  /** A text whose end has not come yet. */
  #begun: { is: 'name' | 'value'; read: string } | undefined
  /** For each open object or array, whether it is an object. */
  readonly #open: boolean[] = []
  #expectsValue = true

  constructor(text: string, handler: JsonHandler, piece = PIECE) {
    this.#text = text
    this.#handler = handler
    this.#piece = piece
  }

  /** Reads on for some values, or fewer long ones. False at the end; a SyntaxError where the text is no JSON. */
  advance(steps = 500): boolean {
    const enough = this.#at + this.#piece
    for (let step = 0; step < steps && this.#at < enough; step++) {
      if (this.#begun) this.#readOn(this.#begun)
      else if (this.#expectsValue) this.#value()
      else if (!this.#next()) return false
    }
    return true
  }

  #value(): void {
    this.#skipBlank()
    const first = this.#text[this.#at]
    if (first === '{' || first === '[') {
      this.#begin(first === '{')
      return
    }
    this.#expectsValue = false
    if (first === '"') this.#string('value')
    else this.#bare(first === 't' || first === 'f' || first === 'n' ? LITERALS[first] : undefined)
  }

  #bare(literal: (typeof LITERALS)[keyof typeof LITERALS] | undefined): void {
    NUMBER.lastIndex = this.#at
    const text = literal ? literal[1] : NUMBER.exec(this.#text)?.[0]
    if (text === undefined || !this.#text.startsWith(text, this.#at)) throw this.#unexpected()
    this.#at += text.length
    this.#handler.scalar(literal ? literal[0] : 'number', text)
  }

  #begin(isObject: boolean): void {
    this.#at++
    this.#open.push(isObject)
    if (isObject) this.#handler.beginObject()
    else this.#handler.beginArray()
    this.#skipBlank()
    if (this.#text[this.#at] === (isObject ? '}' : ']')) this.#end()
    else if (isObject) this.#name()
  }

  #end(): void {
    this.#at++
    this.#open.pop()
    this.#handler.end()
    this.#expectsValue = false
  }

  /** What follows a value; false when it was the last. */
  #next(): boolean {
    this.#skipBlank()
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
      this.#skipBlank()
      if (isObject) this.#name()
      this.#expectsValue = true
    } else {
      throw this.#unexpected()
    }
    return true
  }

  #name(): void {
    if (this.#text[this.#at] !== '"') throw this.#unexpected()
    this.#string('name')
  }

  #string(is: 'name' | 'value'): void {
    this.#at++
    this.#readOn({ is, read: '' })
  }

  #readOn(begun: { is: 'name' | 'value'; read: string }): void {
    const limit = this.#at + this.#piece
    let end = this.#quoteFrom(this.#at)
    while (end < limit && this.#isEscaped(this.#at, end)) end = this.#quoteFrom(end + 1)
    const isEnd = end < limit
    if (!isEnd) end = this.#beforeEscape(limit)
    const raw = this.#text.slice(this.#at, end)
    begun.read += raw.includes('\\') || CONTROL.test(raw) ? (JSON.parse(`"${raw}"`) as string) : raw
    this.#begun = isEnd ? undefined : begun
    this.#at = isEnd ? end + 1 : end
    if (!isEnd) return
    if (begun.is === 'value') this.#handler.scalar('string', begun.read)
    else this.#named(begun.read)
  }

  #named(name: string): void {
    this.#handler.name(name)
    this.#skipBlank()
    if (this.#text[this.#at++] !== ':') throw this.#unexpected()
  }

  #quoteFrom(start: number): number {
    if (this.#quote < start) this.#quote = this.#text.indexOf('"', start)
    if (this.#quote < 0) throw new SyntaxError('The text ends too early')
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

  #skipBlank(): void {
    // Most often there is none.
    if (this.#text.charCodeAt(this.#at) > 0x20) return
    BLANK.lastIndex = this.#at
    BLANK.exec(this.#text)
    this.#at = BLANK.lastIndex
  }

  #unexpected(): SyntaxError {
    const found = this.#text[this.#at]
    return new SyntaxError(
      found === undefined ? 'The text ends too early' : `Unexpected ${JSON.stringify(found)} at position ${this.#at}`,
    )
  }
}

/** A tree costs a hundred times the brackets it is made of: fifty megabytes of them would end the process. */
const MAX_CONTAINERS = 1_000_000

/** The names of objects with so many that listing them all at once would keep others waiting: 600,000 took 150 ms. */
const MANY_NAMES = 20_000
const manyNames = new WeakMap<object, string[]>()

/** Those of an object that was read here or anywhere. */
export const namesOf = (object: object): string[] => manyNames.get(object) ?? Object.keys(object)

/** Builds what JSON.parse would, up to a number of objects and lists; a RangeError where there are more. */
export class JsonTree implements JsonHandler {
  root: unknown
  #containers = 0
  readonly #open: unknown[] = []
  #name = ''
  /** Of each open object or list, its own name and how many are in it. */
  readonly #names: string[] = []
  readonly #counts: number[] = []

  beginObject(): void {
    this.#begin({})
  }

  beginArray(): void {
    this.#begin([])
  }

  #begin(container: unknown): void {
    if (++this.#containers > MAX_CONTAINERS) throw new RangeError('More objects and lists than anybody needs')
    this.#add(container)
    this.#open.push(container)
    this.#names.push(this.#name)
    this.#counts.push(0)
  }

  end(): void {
    this.#open.pop()
    this.#counts.pop()
    this.#name = this.#names.pop() ?? ''
  }

  name(name: string): void {
    this.#name = name
  }

  scalar(type: 'string' | 'number' | 'boolean' | 'null', text: string): void {
    this.#add(type === 'string' ? text : JSON.parse(text))
  }

  #add(value: unknown): void {
    const container = this.#open.at(-1)
    if (container === undefined) this.root = value
    else if (Array.isArray(container)) container.push(value)
    else this.#set(container as Record<string, unknown>, this.#name, value)
  }

  #set(object: Record<string, unknown>, name: string, value: unknown): void {
    const isNew = !Object.hasOwn(object, name)
    // An assignment would take it for something else.
    if (name === '__proto__')
      Object.defineProperty(object, '__proto__', { value, enumerable: true, configurable: true, writable: true })
    else object[name] = value
    if (isNew) this.#count(object, name)
  }

  #count(object: object, name: string): void {
    const count = (this.#counts.pop() ?? 0) + 1
    this.#counts.push(count)
    if (count === MANY_NAMES) manyNames.set(object, Object.keys(object))
    else if (count > MANY_NAMES) manyNames.get(object)?.push(name)
  }
}
