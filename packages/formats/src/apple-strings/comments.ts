import type { Span } from '../entry.ts'

/** White space between a comment and what it is about. */
const FARTHEST = 1_000
/** Comments before one name, and characters of one of them: far more than the longest description has. */
const MOST = 5_000
const LONGEST = 2 ** 16

/** What genstrings writes where nobody described anything. */
const NONE = /^No comment provided by engineer\.?$/

/** The comments since the last entry, and which of them are about the next one. */
export class Comments {
  readonly #text: string
  #comments: Span[] = []
  /** Of what may be about the next entry, whether it begins on the line of the last one. */
  #isOnLine = false
  /** Behind the last entry and the comments on its line. */
  #last = 0
  /** Behind the line of the last entry, as far as that is known. */
  #lineTo: number | undefined = 0

  constructor(text: string) {
    this.#text = text
  }

  /** An entry ended. */
  startBehind(at: number): void {
    this.#comments = []
    this.#last = at
    this.#lineTo = undefined
  }

  add(comment: Span): void {
    const before = this.#comments.at(-1)
    const gap = this.#gap(before?.to ?? this.#last, comment.from)
    if (this.#lineTo === undefined) this.#findLineEnd(comment.from)
    if (before && (gap === 'empty line' || (gap === 'line end' && this.#isOnLine))) this.#comments = []
    if (this.#comments.length === 0) this.#isOnLine = this.#lineTo === undefined
    if (this.#lineTo === undefined) this.#last = comment.to
    this.#comments.push(comment)
    if (this.#comments.length === 2 * MOST) this.#comments.splice(0, MOST)
  }

  /** What is said about the entry that begins at a place, and where its lines begin. */
  about(at: number): { comment: string; from: number } {
    const last = this.#comments.at(-1)
    const gap = this.#gap(last?.to ?? at, at)
    const isAbout = gap !== 'empty line' && !(gap === 'line end' && this.#isOnLine)
    const comments = isAbout ? this.#comments : []
    const said = comments.map((comment) => this.#said(comment)).filter((text) => text !== '' && !NONE.test(text))
    return { comment: said.join('\n'), from: this.#startOfLine(comments[0]?.from ?? at) }
  }

  /**
   * Where the last entry, which begins and ends at some places, ends with the comments behind it, if `next` is where
   * something comes again. Its line end is its own where all of the line is.
   */
  endOf({ from, to }: Span, next: number): number {
    if (this.#lineTo === undefined) this.#findLineEnd(next)
    if (this.#lineTo === undefined && next < this.#text.length) return to
    return this.#isStartOfLine(from) ? (this.#lineTo ?? next) : this.#last
  }

  #findLineEnd(before: number): void {
    const found = /\r\n?|\n/.exec(this.#text.slice(this.#last, before))
    if (found) this.#lineTo = this.#last + found.index + found[0].length
  }

  #gap(from: number, to: number): 'empty line' | 'line end' | 'nothing' {
    if (to - from > FARTHEST) return 'empty line'
    const ends = this.#text.slice(from, to).match(/\r\n?|\n/g)?.length ?? 0
    return ends > 1 ? 'empty line' : ends === 1 ? 'line end' : 'nothing'
  }

  #startOfLine(at: number): number {
    let from = at
    while (at - from < FARTHEST && (this.#text[from - 1] === ' ' || this.#text[from - 1] === '\t')) from--
    return this.#isStartOfLine(from) ? from : at
  }

  #isStartOfLine(at: number): boolean {
    return at === 0 || /[\r\n]/.test(this.#text[at - 1] ?? '')
  }

  #said({ from, to }: Span): string {
    const isBlock = this.#text[from + 1] === '*'
    const text = this.#text.slice(from + 2, Math.min(isBlock ? to - 2 : to, from + LONGEST))
    const lines = text.split(/\r\n?|\n/)
    return lines
      .map((line) => line.trim())
      .join('\n')
      .trim()
  }
}
