import type { Span } from '../entry.ts'
import { Lines } from '../lines.ts'
import { UnreadableFile } from '../remark.ts'
import type { Comments } from './comments.ts'

/** How a string is spelled: between quotation marks, apostrophes or nothing. */
export type Quote = '"' | "'" | ''

/** A string as it stands in a file, with its quotes. */
export interface Spelled extends Span {
  quote: Quote
}

/** Characters that are looked at in a millisecond. */
const PIECE = 2 ** 15
const BACKSLASH = 92
const STAR = 42
const SLASH = 47

const isNoSpace = (unit: number) => !((unit >= 9 && unit <= 13) || unit === 32 || unit === 0x2028 || unit === 0x2029)
const endsLine = (unit: number) => unit === 10 || unit === 13 || unit === 0x2028 || unit === 0x2029
const isStar = (unit: number) => unit === STAR
const endsData = (unit: number) => unit === 62
const endsBare = (unit: number) =>
  !(
    (unit >= 97 && unit <= 122) ||
    (unit >= 65 && unit <= 90) ||
    (unit >= 45 && unit <= 58) ||
    unit === 95 ||
    unit === 36
  )
const ENDS = {
  '"': (unit: number) => unit === 34 || unit === BACKSLASH,
  "'": (unit: number) => unit === 39 || unit === BACKSLASH,
}

/** What needs no quotes. */
export const BARE = /^[\w$/:.-]+$/

/** Goes through a text, token by token. Its generators pause every few milliseconds. */
export class Tokens {
  readonly #text: string
  #paused = 0
  at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** The next character; empty at the end. */
  get sign(): string {
    return this.#text[this.at] ?? ''
  }

  take(sign: string): boolean {
    const isThere = this.sign === sign
    if (isThere) this.at++
    return isThere
  }

  must(sign: string): void {
    if (!this.take(sign)) throw this.fault(`"${sign}"`)
  }

  fault(expected: string, at = this.at): UnreadableFile {
    const place = new Lines(this.#text).at(Math.min(at, this.#text.length))
    return new UnreadableFile('syntax_error', `Line ${place.line}: ${expected} is missing`, place)
  }

  /** Over white space and comments. */
  *toNext(comments: Comments): Generator<undefined, void, void> {
    while (true) {
      yield* this.#goTo(isNoSpace)
      const from = this.at
      if (this.#text.startsWith('//', from)) yield* this.#goTo(endsLine)
      else if (this.#text.startsWith('/*', from)) yield* this.#throughComment()
      else return
      comments.add({ from, to: this.at })
    }
  }

  *#throughComment(): Generator<undefined, void, void> {
    const from = this.at
    this.at += 2
    do {
      yield* this.#goTo(isStar)
      this.at++
      if (this.at >= this.#text.length) throw this.fault('the end of the comment', from)
    } while (this.#text.charCodeAt(this.at) !== SLASH)
    this.at++
  }

  /** Undefined where none begins here. */
  *string(): Generator<undefined, Spelled | undefined, void> {
    const from = this.at
    const { sign } = this
    if (sign !== '"' && sign !== "'") {
      yield* this.#goTo(endsBare)
      return this.at === from ? undefined : { from, to: this.at, quote: '' }
    }
    this.at++
    while (true) {
      yield* this.#goTo(ENDS[sign])
      if (this.at >= this.#text.length) throw this.fault(`the end of the text (${sign})`, from)
      if (this.take(sign)) return { from, to: this.at, quote: sign }
      this.at += 2
    }
  }

  /** Bytes between angle brackets. */
  *data(): Generator<undefined, void, void> {
    yield* this.#goTo(endsData)
    this.must('>')
  }

  *#goTo(isThere: (unit: number) => boolean): Generator<undefined, void, void> {
    while (!this.#advance(isThere)) yield
  }

  #advance(isThere: (unit: number) => boolean): boolean {
    const text = this.#text
    const limit = Math.min(this.#paused + PIECE, text.length)
    let { at } = this
    while (at < limit && !isThere(text.charCodeAt(at))) at++
    this.at = at
    if (at < limit || at >= text.length) return true
    this.#paused = at
    return false
  }
}
