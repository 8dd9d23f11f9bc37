import type { Edit } from '../edits.ts'
import type { NewCell } from '../table/cells.ts'
import type { CsvRow } from './scan.ts'
import { spelledCell } from './spell.ts'

interface Layout {
  delimiter: string
  lineEnd: string
  /** The first row. */
  row: CsvRow
  /** Where columns that are new begin. */
  before: number
  headers: readonly NewCell[]
}

/** How rows of a file change, spelled as its other rows are. */
export class RowEdits {
  readonly #layout: Layout
  /** Where everything stands between quotation marks, so does what is new. */
  readonly #isQuoted: boolean

  constructor(layout: Layout) {
    this.#layout = layout
    this.#isQuoted = layout.row.cells.every(({ closed }) => closed >= 0)
  }

  /** Of a row that exists. The cells come in the order of their columns. */
  of(row: CsvRow, cells: readonly NewCell[]): Edit[] {
    const edits: Edit[] = []
    const behind: NewCell[] = []
    for (const cell of cells) {
      const found = row.cells[cell.column]
      if (found) edits.push({ from: found.from, to: found.to, text: this.#spelled(cell.text, found.closed >= 0) })
      else behind.push(cell)
    }
    const text = this.#filled(behind, row.width, this.#widthOf(row, behind))
    return text === '' ? edits : [...edits, { from: row.end, to: row.end, text }]
  }

  insertion(text: string, at: number, cells: readonly NewCell[]): Edit {
    const { delimiter, lineEnd, row, before, headers } = this.#layout
    const width = headers.length > 0 ? before + headers.length : row.width
    const line = this.#filled(cells, 0, width).slice(delimiter.length)
    const isLine = at === 0 || /[\r\n]/.test(text[at - 1] ?? '')
    return { from: at, to: at, text: isLine ? line + lineEnd : lineEnd + line }
  }

  /** Some programs refuse files whose rows differ in length: one that is full stays so when there are more columns. */
  #widthOf({ width }: CsvRow, behind: readonly NewCell[]): number {
    const { row, before, headers } = this.#layout
    if (headers.length > 0 && width >= row.width) return before + headers.length
    return Math.max(width, (behind.at(-1)?.column ?? -1) + 1)
  }

  /** Cells from a column on, each with the delimiter before it. */
  #filled(cells: readonly NewCell[], from: number, to: number): string {
    const { delimiter } = this.#layout
    const texts = new Map(cells.map(({ column, text }) => [column, text]))
    let filled = ''
    for (let column = from; column < to; column++)
      filled += delimiter + this.#spelled(texts.get(column) ?? '', this.#isQuoted)
    return filled
  }

  #spelled(text: string, isQuoted: boolean): string {
    return spelledCell(text, this.#layout.delimiter, isQuoted)
  }
}
