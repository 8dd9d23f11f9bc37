import type { Edit } from '../edits.ts'
import type { WriteOptions } from '../format.ts'
import type { NewCell } from '../table/cells.ts'
import type { LongText } from '../text-pieces.ts'
import { attributeRemoval } from '../xml/attributes.ts'
import { escapeAttribute } from '../xml/escape-xml.ts'
import { columnName } from './cell-place.ts'
import { inlineText } from './cell-xml.ts'
import { prefixOf } from './local-name.ts'
import type { SheetCell, SheetRow } from './sheet.ts'
import { tagEdit } from './tag-edit.ts'

/** What goes along with another text: where a cell stands and how it looks. */
const KEPT = new Set(['r', 's', 'ph'])

/** How rows of a sheet change. */
export class RowEdits {
  readonly #text: LongText
  readonly #remark: WriteOptions['remark']
  readonly #prefix: string
  /** How the cells of a column look, by the last of them. */
  readonly #styles = new Map<number, string>()
  /** The one farthest to the right into which something was put. */
  lastColumn = 0

  constructor(text: LongText, header: SheetRow, remark: WriteOptions['remark']) {
    this.#text = text
    this.#remark = remark
    this.#prefix = prefixOf(header.element.tag.name)
  }

  learn({ cells }: SheetRow): void {
    for (const { column, element } of cells) {
      const { s: style } = element.tag.attributes
      if (style !== undefined) this.#styles.set(column, style)
    }
  }

  /** Of a row that exists. The cells come in the order of their columns. */
  of(row: SheetRow, cells: readonly NewCell[]): Edit[] {
    const edits: Edit[] = []
    let hasMore = false
    for (const { column, text } of cells) {
      const found = row.at(column)
      if (found?.kind === 'formula') this.#tellFormula(row)
      else if (found) edits.push(this.#replaced(found, text))
      else if (text !== '') {
        edits.push(this.#inserted(row, column, text))
        hasMore = true
      }
    }
    if (!hasMore) return edits
    return [...tagEdit(this.#text, row.element.tag, (xml, tag) => attributeRemoval(xml, tag, 'spans')), ...edits]
  }

  newRow(line: number, cells: readonly NewCell[]): string {
    const name = `${this.#prefix}row`
    const written = cells.map(({ column, text }) => this.#newCell(line, column, text)).join('')
    return `<${name} r="${line}">${written}</${name}>`
  }

  #replaced({ element: { tag, to } }: SheetCell, text: string): Edit {
    const kept = Object.entries(tag.attributes).filter(([name]) => KEPT.has(name))
    const attributes = kept.map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('')
    return { from: tag.from, to, text: this.#cell(attributes, text) }
  }

  #inserted(row: SheetRow, column: number, text: string): Edit {
    const next = row.cells.find((cell) => cell.column > column)
    const at = next ? next.element.tag.from : row.element.content.to
    return { from: at, to: at, text: this.#newCell(row.line, column, text) }
  }

  #newCell(line: number, column: number, text: string): string {
    this.lastColumn = Math.max(this.lastColumn, column)
    const style = this.#styles.get(column)
    const look = style === undefined ? '' : ` s="${escapeAttribute(style)}"`
    return this.#cell(` r="${columnName(column)}${line}"${look}`, text)
  }

  #cell(attributes: string, text: string): string {
    const name = `${this.#prefix}c`
    if (text === '') return `<${name}${attributes}/>`
    return `<${name}${attributes} t="inlineStr">${inlineText(text, this.#prefix)}</${name}>`
  }

  #tellFormula(row: SheetRow): void {
    const message = `Row ${row.line} has a formula in the place of a text, which stays.`
    this.#remark?.({ severity: 'warning', code: 'unsupported_entry', message, line: row.line })
  }
}
