import type { Edit } from '../edits.ts'
import type { WriteOptions } from '../format.ts'
import { cellsOf } from '../table/cells.ts'
import type { Columns, WiderTable } from '../table/columns.ts'
import { nameOfRow } from '../table/row.ts'
import type { RowChange, RowChanges } from '../table/row-changes.ts'
import type { WantedRow } from '../table/wanted-rows.ts'
import type { Member } from '../zip/directory.ts'
import { dimensionEdit } from './dimension.ts'
import { RowEdits } from './row-edits.ts'
import type { SheetFrame, SheetRow } from './sheet.ts'
import type { Part } from './workbook.ts'

/** Rows that are looked at in a millisecond or two. */
const STEP = 1_000

/** A sheet with texts that is brought up to date. */
export class SheetTable {
  readonly member: Member
  readonly part: Part
  readonly #header: SheetRow
  readonly #columns: Columns
  /** Of languages that it does not have yet. */
  readonly #headers: WiderTable['headers']
  /** The namespace of rows that name none. */
  readonly #home: string | undefined
  /** What becomes of rows, as long as no other row for the same key follows. */
  readonly #rows: { change: RowChange; edits: Edit[] }[] = []
  readonly #namespaces = new Set<string | undefined>()
  readonly #edits: RowEdits
  #frame: SheetFrame = {}
  #lastLine = 0
  readonly #fresh: string[] = []
  /** What changes, in its order. */
  readonly edits: Edit[] = []

  constructor({ member, part, header, table, home, remark }: FoundTable) {
    this.member = member
    this.part = part
    this.#header = header
    this.#columns = table.columns
    this.#headers = table.headers
    this.#home = home
    if (!this.canName) this.#namespaces.add(home)
    this.#edits = new RowEdits(part.text, header, remark)
    this.#lastLine = header.line
  }

  /** A row behind the first one. */
  add(row: SheetRow, changes: RowChanges): void {
    this.#lastLine = row.line
    const name = nameOfRow(row, this.#columns, this.#home)
    const change = name && changes.of(row, this.#columns, this.#home)
    this.#edits.learn(row)
    if (!change) return
    this.#namespaces.add(name.namespace)
    const { tag, to } = row.element
    if (change.row === 'leaves') this.#rows.push({ change, edits: [{ from: tag.from, to, text: '' }] })
    else if (change.cells.length > 0) this.#rows.push({ change, edits: this.#edits.of(row, change.cells) })
  }

  end(frame: SheetFrame): void {
    this.#frame = frame
  }

  /** Whether it has rows of a namespace, or is for it. */
  has(namespace: string | undefined): boolean {
    return this.#namespaces.has(namespace)
  }

  get canName(): boolean {
    return this.#columns.facts.has('namespace')
  }

  /** Rows of a sheet have numbers by which other parts of a workbook know them: what is new goes to the end. */
  append(row: WantedRow): void {
    this.#fresh.push(this.#edits.newRow(++this.#lastLine, cellsOf(row, this.#columns)))
  }

  /** Whether it has a column for each text of a row. */
  holds({ texts }: WantedRow): boolean {
    const ids = new Set(this.#columns.locales.map(({ id }) => id))
    return [...texts].every(([id, { value }]) => value === '' || ids.has(id))
  }

  *finish(): Generator<void, void, void> {
    const { text } = this.part
    const { data, dimension } = this.#frame
    this.edits.push(...this.#edits.of(this.#header, this.#headers))
    for (const [at, { change, edits }] of this.#rows.entries()) {
      if (change.row === 'leaves' || change.cells.length > 0) this.edits.push(...edits)
      if (at % STEP === 0) yield
    }
    for (const row of this.#fresh) if (data) this.edits.push({ from: data.content.to, to: data.content.to, text: row })
    if (dimension && this.edits.length > 0) {
      const reach = { column: this.#edits.lastColumn, line: this.#fresh.length > 0 ? this.#lastLine : 0 }
      this.edits.unshift(...dimensionEdit(text, dimension, reach))
    }
  }
}

/** What a sheet is known to be by its first row. */
export interface FoundTable {
  member: Member
  part: Part
  header: SheetRow
  table: WiderTable
  /** The namespace of rows that name none. */
  home: string | undefined
  remark: WriteOptions['remark']
}
