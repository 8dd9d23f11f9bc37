import type { Span } from '../entry.ts'
import { UnreadableFile } from '../remark.ts'
import { LONGEST_CELL, type TableRow } from '../table/row.ts'

/** A cell as it is spelled. */
export interface CsvCell extends Span {
  /** The place of the quotation mark that closes it; -1 where it has none. */
  closed: number
}

/** How many characters are looked at in a millisecond. */
const PIECE = 2 ** 16
/** No table has so many columns; what comes behind them is passed over. */
const MOST_CELLS = 2 ** 14

const QUOTE = 34
const LF = 10
const CR = 13

/** A row of a file, and where it stands. */
export class CsvRow implements TableRow {
  readonly #text: string
  readonly line: number
  readonly from: number
  /** Before its line end. */
  end = 0
  /** Behind it. */
  to = 0
  readonly cells: CsvCell[] = []

  constructor(text: string, from: number, line: number) {
    this.#text = text
    this.from = from
    this.line = line
  }

  get width(): number {
    return this.cells.length
  }

  cell(column: number): string {
    const cell = this.cells[column]
    if (!cell) return ''
    const { from, closed } = cell
    const to = Math.min(cell.to, from + LONGEST_CELL)
    if (closed < 0) return this.#text.slice(from, to)
    const inside = this.#text.slice(from + 1, Math.min(closed, to))
    const said = inside.includes('"') ? inside.replaceAll('""', '"') : inside
    return closed + 1 < to ? said + this.#text.slice(closed + 1, to) : said
  }

  get isBlank(): boolean {
    const [first] = this.cells
    return this.cells.length === 1 && first?.from === first?.to
  }
}

/** The rows of a file that are not blank, in their order. Undefined comes every few milliseconds. */
export function* scanCsv(
  text: string,
  delimiter: string,
  from = 0,
  line = 1,
): Generator<CsvRow | undefined, void, void> {
  const scan = new Scan(text, delimiter, from, line)
  let paused = from
  while (scan.at < text.length) {
    const row = new CsvRow(text, scan.at, scan.line)
    do {
      scan.begin()
      while (!scan.advance()) yield
      if (row.cells.length < MOST_CELLS) row.cells.push(scan.cell)
      else if (scan.at - paused > PIECE) {
        yield
        paused = scan.at
      }
    } while (scan.skipDelimiter())
    row.end = scan.at
    scan.skipLineEnd()
    row.to = scan.at
    if (!row.isBlank) yield row
    if (scan.at - paused < PIECE) continue
    yield
    paused = scan.at
  }
}

class Scan {
  readonly #text: string
  readonly #delimiter: number
  at: number
  line: number
  #from = 0
  #closed = -1
  #isOpen = false
  #opened = 0

  constructor(text: string, delimiter: string, at: number, line: number) {
    this.#text = text
    this.#delimiter = delimiter.charCodeAt(0)
    this.at = at
    this.line = line
  }

  get cell(): CsvCell {
    return { from: this.#from, to: this.at, closed: this.#closed }
  }

  begin(): void {
    this.#from = this.at
    this.#closed = -1
    this.#isOpen = this.#text.charCodeAt(this.at) === QUOTE
    this.#opened = this.line
    if (this.#isOpen) this.at++
  }

  /** Whether the end of the cell is found. */
  advance(): boolean {
    const limit = Math.min(this.at + PIECE, this.#text.length)
    if (this.#isOpen) this.#closing(limit)
    if (!this.#isOpen) this.#ending(limit)
    if (this.at < limit) return true
    if (limit < this.#text.length) return false
    if (this.#isOpen) throw new UnreadableFile('syntax_error', 'A quoted cell is not closed', { line: this.#opened })
    return true
  }

  skipDelimiter(): boolean {
    if (this.#text.charCodeAt(this.at) !== this.#delimiter || this.at === this.#text.length) return false
    this.at++
    return true
  }

  skipLineEnd(): void {
    if (this.at === this.#text.length) return
    this.at += this.#text.charCodeAt(this.at) === CR && this.#text.charCodeAt(this.at + 1) === LF ? 2 : 1
    this.line++
  }

  #closing(limit: number): void {
    const text = this.#text
    let at = this.at
    for (; at < limit; at++) {
      const unit = text.charCodeAt(at)
      if (unit === LF || (unit === CR && text.charCodeAt(at + 1) !== LF)) this.line++
      if (unit !== QUOTE) continue
      if (text.charCodeAt(at + 1) === QUOTE) at++
      else {
        this.#closed = at++
        this.#isOpen = false
        break
      }
    }
    this.at = at
  }

  #ending(limit: number): void {
    const text = this.#text
    const delimiter = this.#delimiter
    let at = this.at
    for (; at < limit; at++) {
      const unit = text.charCodeAt(at)
      if (unit === delimiter || unit === LF || unit === CR) break
    }
    this.at = at
  }
}
