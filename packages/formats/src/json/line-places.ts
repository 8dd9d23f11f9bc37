import type { ReadOptions } from '../format.ts'
import { type Remark, UnreadableFile } from '../remark.ts'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
/** Characters that are looked at in a millisecond or less. */
const STEP = 2 ** 17

/** Tells in steps in which line of a text that came in pieces something stands. It is asked from the beginning on. */
export class LinePlaces {
  readonly #pieces: readonly string[]
  #piece = 0
  /** Where the piece begins. */
  #from = 0
  #at = 0
  #line = 1
  #lineStart = 0
  #isAfterReturn = false

  constructor(pieces: readonly string[]) {
    this.#pieces = pieces
  }

  *at(offset: number): Generator<void, { line: number; column: number }, void> {
    while (this.#at < offset && this.#piece < this.#pieces.length) {
      const piece = this.#pieces[this.#piece] ?? ''
      const end = Math.min(offset - this.#from, piece.length, this.#at - this.#from + STEP)
      this.#look(piece, end)
      if (end === piece.length) {
        this.#from += piece.length
        this.#piece++
      }
      yield
    }
    return { line: this.#line, column: Math.max(offset - this.#lineStart, 0) + 1 }
  }

  #look(piece: string, end: number): void {
    for (let at = this.#at - this.#from; at < end; at++) {
      const unit = piece.charCodeAt(at)
      if (unit === CARRIAGE_RETURN || (unit === LINE_FEED && !this.#isAfterReturn)) this.#line++
      if (unit === CARRIAGE_RETURN || unit === LINE_FEED) this.#lineStart = this.#from + at + 1
      this.#isAfterReturn = unit === CARRIAGE_RETURN
    }
    this.#at = this.#from + end
  }
}

/** Remarks that wait until their lines are known: to count the lines of a long file takes more than a step. */
export class PlacedRemarks {
  readonly #remark: ReadOptions['remark']
  readonly #lines: LinePlaces
  #waiting: { remark: Remark; offset: number }[] = []

  constructor(remark: ReadOptions['remark'], lines: LinePlaces) {
    this.#remark = remark
    this.#lines = lines
  }

  add(remark: Remark, offset: number): void {
    this.#waiting.push({ remark, offset })
  }

  *tell(): Generator<void, void, void> {
    const waiting = this.#waiting
    this.#waiting = []
    for (const { remark, offset } of waiting) this.#remark({ ...remark, ...(yield* this.#lines.at(offset)) })
  }
}

export function* syntaxFault({ message }: SyntaxError, lines: LinePlaces, offset: number) {
  return new UnreadableFile('syntax_error', message, yield* lines.at(offset))
}
