import { UnreadableFile } from '../remark.ts'
import { LONGEST_CELL, type TableRow } from '../table/row.ts'
import type { LongText } from '../text-pieces.ts'
import { elementAt, type XmlElement } from '../xml/element.ts'
import { readXml, type XmlTag } from '../xml/read-xml.ts'
import { columnOf, MOST_ROWS } from './cell-place.ts'
import { decodeCell } from './cell-text.ts'
import { localName } from './local-name.ts'
import { RichText } from './rich-text.ts'

export interface SheetCell {
  column: number
  text: string
  /** What it is to a program for tables. */
  kind: 'text' | 'number' | 'formula'
  element: XmlElement
}

/** A row of a sheet, and where it stands. */
export class SheetRow implements TableRow {
  readonly line: number
  /** Cells that have nothing but a look are as good as none. */
  readonly width: number
  readonly cells: readonly SheetCell[]
  readonly element: XmlElement
  readonly #byColumn: ReadonlyMap<number, SheetCell>

  constructor(line: number, cells: readonly SheetCell[], element: XmlElement) {
    this.line = line
    this.cells = cells
    this.element = element
    this.width = cells.reduce((width, { column, text }) => (text === '' ? width : Math.max(width, column + 1)), 0)
    this.#byColumn = new Map(cells.map((cell) => [cell.column, cell]))
  }

  at(column: number): SheetCell | undefined {
    return this.#byColumn.get(column)
  }

  cell(column: number): string {
    return this.at(column)?.text ?? ''
  }
}

/** What is around the rows of a sheet. */
export interface SheetFrame {
  /** What its rows stand in. */
  data?: XmlElement
  /** Says how far its cells reach. */
  dimension?: XmlTag
}

/** The rows of a sheet in their order, and at the end what is around them. Undefined comes every few milliseconds. */
export function* scanSheet(
  text: LongText,
  strings: readonly string[],
): Generator<SheetRow | undefined, SheetFrame, void> {
  const scan = new Scan(strings)
  const steps = readXml(text, scan)
  while (true) {
    const { done } = steps.next()
    for (const row of scan.taken()) yield row
    if (done) return scan.frame
    yield
  }
}

const BOOLEANS: Readonly<Record<string, string>> = { 0: 'FALSE', 1: 'TRUE' }

class Scan {
  readonly frame: SheetFrame = {}
  readonly #strings: readonly string[]
  #rows: SheetRow[] = []
  #data: XmlTag | undefined
  #line = 0
  #row: XmlTag | undefined
  #cells: SheetCell[] = []
  #column = -1
  #cell: XmlTag | undefined
  #rich = new RichText()
  #value: string | undefined
  #isInValue = false
  #isFormula = false

  constructor(strings: readonly string[]) {
    this.#strings = strings
  }

  taken(): SheetRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(tag: XmlTag): void {
    const name = localName(tag.name)
    if (this.#cell) this.#openInCell(name)
    else if (this.#row) {
      if (name === 'c') this.#beginCell(tag)
    } else if (this.#data) {
      if (name === 'row') this.#beginRow(tag)
    } else if (name === 'sheetData') this.#data = tag
    else if (name === 'dimension') this.frame.dimension = tag
  }

  text(piece: string): void {
    if (this.#isInValue) {
      const before = this.#value ?? ''
      if (before.length < LONGEST_CELL) this.#value = before + piece.slice(0, LONGEST_CELL)
    } else if (this.#cell) this.#rich.add(piece)
  }

  cdata(piece: string): void {
    this.text(piece)
  }

  close(name: string, from: number, to: number, depth: number): void {
    if (this.#cell) {
      if (this.#cell.depth === depth) this.#endCell(elementAt(this.#cell, from, to))
      else this.#closeInCell(localName(name))
    } else if (this.#row?.depth === depth) {
      this.#rows.push(new SheetRow(this.#line, this.#cells, elementAt(this.#row, from, to)))
      this.#row = undefined
    } else if (this.#data?.depth === depth) {
      this.frame.data = elementAt(this.#data, from, to)
      this.#data = undefined
    }
  }

  #beginRow(tag: XmlTag): void {
    const told = Number(tag.attributes['r'])
    this.#line = Number.isInteger(told) && told > this.#line && told <= MOST_ROWS ? told : this.#line + 1
    this.#row = tag
    this.#cells = []
    this.#column = -1
  }

  #beginCell(tag: XmlTag): void {
    this.#cell = tag
    this.#rich = new RichText()
    this.#value = undefined
    this.#isFormula = false
  }

  #openInCell(name: string): void {
    if (name === 'f') this.#isFormula = true
    this.#isInValue = name === 'v'
    this.#rich.open(name)
  }

  #closeInCell(name: string): void {
    if (name === 'v') this.#isInValue = false
    this.#rich.close(name)
  }

  #endCell(element: XmlElement): void {
    const { attributes } = element.tag
    this.#cell = undefined
    const { r: place } = attributes
    const column = place === undefined ? this.#column + 1 : columnOf(place)
    if (column === undefined) return
    this.#column = column
    this.#cells.push({ column, ...this.#said(attributes['t'] ?? 'n'), element })
  }

  #said(type: string): Pick<SheetCell, 'text' | 'kind'> {
    const value = this.#value ?? ''
    const kind = this.#isFormula ? 'formula' : 'text'
    if (type === 'inlineStr') return { text: this.#rich.text, kind }
    if (type === 'str') return { text: decodeCell(value), kind }
    if (value.trim() === '') return { text: '', kind }
    if (type === 's') return { text: this.#shared(value), kind }
    const text = type === 'b' ? (BOOLEANS[value.trim()] ?? value) : value
    return { text, kind: this.#isFormula ? 'formula' : 'number' }
  }

  #shared(value: string): string {
    const text = this.#strings[Number(value)]
    if (text !== undefined) return text
    throw new UnreadableFile('syntax_error', `Row ${this.#line} has a text that the workbook does not have`)
  }
}
