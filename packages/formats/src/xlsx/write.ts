import type { Piece, WriteOptions, Writer } from '../format.ts'
import { cellsOf, type NewCell } from '../table/cells.ts'
import { type Columns, columnsOf, standardHeaders } from '../table/columns.ts'
import { tableWriter } from '../table/table-writer.ts'
import type { WantedRow } from '../table/wanted-rows.ts'
import { ArchiveWriter, PackedFile } from '../zip/pack.ts'
import { columnName, MOST_ROWS } from './cell-place.ts'
import { inlineText } from './cell-xml.ts'
import { HEADER_STYLE, partsOf, SHEET_TAIL, sheetHead, sheetPath, TEXT_STYLE } from './new-workbook.ts'
import { tellLongTexts } from './remarks.ts'
import { nameForSheet } from './sheet-names.ts'

export const writeXlsx = (options: WriteOptions): Writer =>
  tableWriter(options, (locales) => {
    const workbook = new NewWorkbook(locales, options)
    return {
      add(rows) {
        workbook.add(rows)
        return ''
      },
      end: () => workbook.end(),
    }
  })

/** Sheets in the making, one for each namespace. Of what is ready only the packed bytes are kept. */
class NewWorkbook {
  readonly #headers: readonly string[]
  readonly #columns: Columns | undefined
  readonly #options: WriteOptions
  readonly #sheets = new Map<string | undefined, NewSheet>()

  constructor(locales: readonly string[], options: WriteOptions) {
    this.#headers = standardHeaders(locales)
    this.#columns = columnsOf(this.#headers, false)
    this.#options = options
  }

  add(rows: readonly WantedRow[]): void {
    for (const row of rows) {
      const isIn = this.#columns && this.#sheetFor(row.namespace).add(cellsOf(row, this.#columns), TEXT_STYLE)
      if (isIn) tellLongTexts(row, this.#options.remark)
      else this.#tellFull(row)
    }
    for (const sheet of this.#sheets.values()) sheet.pack()
  }

  *end(): Generator<Piece, void, void> {
    if (this.#sheets.size === 0) this.#sheetFor(this.#options.namespace)
    const taken = new Set<string>()
    const names = Array.from(this.#sheets.keys(), (namespace) => nameForSheet(namespace, taken))
    const archive = new ArchiveWriter()
    for (const [path, content] of partsOf(names)) {
      const file = new PackedFile()
      file.add(content)
      yield* archive.file(path, file)
    }
    for (const [at, sheet] of [...this.#sheets.values()].entries()) yield* archive.file(sheetPath(at), sheet.end())
    yield* archive.end()
  }

  #sheetFor(namespace: string | undefined): NewSheet {
    const found = this.#sheets.get(namespace)
    if (found) return found
    const sheet = new NewSheet(sheetHead(this.#headers.length))
    sheet.add(
      this.#headers.map((text, column) => ({ column, text })),
      HEADER_STYLE,
    )
    this.#sheets.set(namespace, sheet)
    return sheet
  }

  #tellFull({ key }: WantedRow): void {
    const message = `A sheet has at most ${MOST_ROWS} rows.`
    this.#options.remark?.({ severity: 'warning', code: 'key_not_representable', key, message })
  }
}

class NewSheet {
  readonly #file = new PackedFile()
  #text: string
  #rows = 0

  constructor(head: string) {
    this.#text = head
  }

  /** Whether there is room. */
  add(cells: readonly NewCell[], style: number): boolean {
    if (this.#rows === MOST_ROWS) return false
    const line = ++this.#rows
    const written = cells.map(
      ({ column, text }) => `<c r="${columnName(column)}${line}" s="${style}" t="inlineStr">${inlineText(text)}</c>`,
    )
    this.#text += `<row r="${line}">${written.join('')}</row>`
    return true
  }

  pack(): void {
    if (this.#text === '') return
    this.#file.add(this.#text)
    this.#text = ''
  }

  end(): PackedFile {
    this.#text += SHEET_TAIL
    this.pack()
    return this.#file
  }
}
