import { isDigit, isNameStart, isSubstitution } from './php-characters.ts'

const START =
  /<<<[ \t]*(?:"([A-Za-z_\x80-\uffff][\w\x80-\uffff]{0,200})"|'([A-Za-z_\x80-\uffff][\w\x80-\uffff]{0,200})'|([A-Za-z_\x80-\uffff][\w\x80-\uffff]{0,200}))(?:\r\n?|\n)/y
/** Characters that are looked at in well below a millisecond. */
const STEP = 2 ** 15

/** Looks for the line that ends a text between two words, step by step. */
export class HeredocSearch {
  /** Behind the word that ends it. */
  end: number | undefined
  /** Whether PHP puts something into it. */
  isCode = false
  readonly #text: string
  readonly #word: string
  readonly #isPlain: boolean
  #at: number
  #isLineStart = true

  private constructor(text: string, at: number, word: string, isPlain: boolean) {
    this.#text = text
    this.#at = at
    this.#word = word
    this.#isPlain = isPlain
  }

  static at(text: string, from: number): HeredocSearch | undefined {
    START.lastIndex = from
    const [start, double, single, bare] = START.exec(text) ?? []
    const word = double ?? single ?? bare
    if (start === undefined || word === undefined) return undefined
    return new HeredocSearch(text, from + start.length, word, single !== undefined)
  }

  /** Whether it is found, or will never be. */
  advance(): boolean {
    const text = this.#text
    const limit = Math.min(this.#at + STEP, text.length)
    while (this.#at < limit) {
      const code = text.charCodeAt(this.#at)
      if (this.#isLineStart && this.#isWordAt(this.#at)) {
        this.end = this.#at + this.#word.length
        return true
      }
      // The word may stand behind white space.
      const isBlank = code === 32 || code === 9
      this.#isLineStart = code === 10 || code === 13 || (this.#isLineStart && isBlank)
      if (!this.#isPlain && isSubstitution(text, this.#at)) this.isCode = true
      this.#at += code === 92 && !this.#isPlain && !this.#endsLine(this.#at + 1) ? 2 : 1
    }
    return this.#at >= text.length
  }

  #endsLine(at: number): boolean {
    const code = this.#text.charCodeAt(at)
    return code === 10 || code === 13
  }

  #isWordAt(at: number): boolean {
    const { length } = this.#word
    const next = this.#text.charCodeAt(at + length)
    return this.#text.startsWith(this.#word, at) && !isNameStart(next) && !isDigit(next)
  }
}

export interface Heredoc {
  /** From `<<<` to behind the line break. */
  start: string
  /** Its lines without what they are indented by. Undefined: PHP refuses it. */
  body: string | undefined
  /** What the word at the end is indented by. */
  indent: string
  word: string
  lineEnd: string
  isPlain: boolean
}

/** The parts of one that is whole. */
export function partsOf(literal: string): Heredoc | undefined {
  START.lastIndex = 0
  const [start, double, single, bare] = START.exec(literal) ?? []
  const word = double ?? single ?? bare
  if (start === undefined || word === undefined) return undefined
  const lastLine = Math.max(literal.lastIndexOf('\n'), literal.lastIndexOf('\r')) + 1
  const indent = literal.slice(lastLine, literal.length - word.length)
  const inside = literal.slice(start.length, Math.max(start.length, lastLine)).replace(/(?:\r\n?|\n)$/, '')
  const lineEnd = /(?:\r\n?|\n)$/.exec(start)?.[0] ?? '\n'
  return { start, body: withoutIndent(inside, indent), indent, word, lineEnd, isPlain: single !== undefined }
}

function withoutIndent(inside: string, indent: string): string | undefined {
  if (indent === '') return inside
  const lines = inside.split('\n')
  if (lines.some((line) => !line.startsWith(indent) && !/^[\t ]*\r?$/.test(line))) return undefined
  return lines
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.replace(/^[\t ]+/, '')))
    .join('\n')
}
