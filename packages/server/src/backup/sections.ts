import { END_OF_TABLE, type Ending, type TableHead } from './format.ts'

const NEWLINE = 10
const LONGEST_LINE = 2 ** 24
/** Before it a line must have ended. COPY writes no such line by itself: a backslash of a value is two. */
const END = Buffer.concat([Buffer.of(NEWLINE), END_OF_TABLE])

/** The text of a backup, taken apart as it comes: lines of JSON, and between them the rows of tables. */
export class Sections {
  readonly #pieces: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)
  #counted = 0
  #isInTable = false

  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  async head(): Promise<TableHead | Ending> {
    let end = this.#rest.indexOf(NEWLINE)
    while (end < 0) {
      if (this.#rest.length > LONGEST_LINE) throw new Error('A line has no end')
      this.#rest = Buffer.concat([this.#rest, await this.#next()])
      end = this.#rest.indexOf(NEWLINE)
    }
    const head = JSON.parse(this.#rest.toString('utf8', 0, end)) as TableHead | Ending
    // Its newline stays: the end of the table may come right after it.
    this.#rest = this.#rest.subarray('table' in head ? end : end + 1)
    this.#isInTable = 'table' in head
    this.#counted = 0
    return head
  }

  /** The rows of the table that was named last, in pieces that may end anywhere; for whoever reads them to their end. */
  async *rows(): AsyncGenerator<Buffer> {
    // The newline before the first row belongs to the line above.
    let skipped = 1
    while (this.#isInTable) {
      const end = this.#rest.indexOf(END)
      const upTo = end < 0 ? this.#rest.length - END.length : end + 1
      if (upTo > skipped) {
        const piece = this.#rest.subarray(skipped, upTo)
        this.#count(piece)
        yield piece
      }
      if (end >= 0) {
        this.#isInTable = false
        this.#rest = this.#rest.subarray(end + END.length)
      } else {
        // Of what is not passed on yet the end may be the beginning of the mark.
        const kept = Math.max(0, upTo)
        skipped = Math.max(0, skipped - kept)
        this.#rest = Buffer.concat([this.#rest.subarray(kept), await this.#next()])
      }
    }
  }

  /** Passes over the rows if nobody has read them, and says how many there were. */
  async restOfRows(): Promise<number> {
    for await (const _ of this.rows());
    return this.#counted
  }

  async assertEnd(): Promise<void> {
    if (this.#rest.length > 0 || !(await this.#pieces.next()).done) throw new Error('Something comes after the end')
  }

  #count(piece: Buffer): void {
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) this.#counted++
  }

  async #next(): Promise<Buffer> {
    const { value, done } = await this.#pieces.next()
    if (done) throw new Error('The end is missing')
    return value
  }
}
