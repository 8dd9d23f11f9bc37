import type { WriteOptions } from '../format.ts'
import { comparableLocale } from '../locale-spelling.ts'
import { factsToChange, guardedCells, type NewCell } from './cells.ts'
import type { Columns, LocaleColumn } from './columns.ts'
import { idOfRow, nameOfRow, statusIn, type TableRow, textAt, valueAt } from './row.ts'
import type { WantedRow, WantedRows } from './wanted-rows.ts'

/** What becomes of a row of a file that exists. */
export interface RowChange {
  row: 'stays' | 'leaves'
  /** In the order of their columns. */
  cells: NewCell[]
}

/** Compares rows with what a project has. Of two rows for a key only the last is brought up to date. */
export class RowChanges {
  readonly #wanted: WantedRows
  readonly #prune: boolean
  /** Languages whose texts are all known, by `comparableLocale`. */
  readonly #known: ReadonlySet<string>
  readonly #last = new Map<string, RowChange>()

  constructor(wanted: WantedRows, { locale, locales = [locale], prune = false }: WriteOptions) {
    this.#wanted = wanted
    this.#prune = prune
    this.#known = new Set(locales.map(comparableLocale))
  }

  /** `namespace` is that of rows that name none. Undefined: the row is for no key. */
  of(row: TableRow, columns: Columns, namespace = this.#wanted.home): RowChange | undefined {
    const name = nameOfRow(row, columns, namespace)
    if (!name) return undefined
    const id = idOfRow(name)
    const wanted = this.#wanted.of(id)
    const before = this.#last.get(id)
    if (before) before.cells = []
    const change = wanted ? this.#brought(row, columns, wanted) : this.#pruned(row, columns, name.namespace)
    this.#last.set(id, change)
    return change
  }

  /** What no table has had. */
  missing(): Generator<void, WantedRow[], void> {
    return this.#wanted.without(this.#last)
  }

  #brought(row: TableRow, columns: Columns, wanted: WantedRow): RowChange {
    const cells: NewCell[] = []
    let isOther = false
    for (const column of columns.locales) {
      const text = wanted.texts.get(column.id)
      const found = valueAt(row, column, wanted.key)
      const isChanged = text ? text.value !== found : this.#leaves(row, column)
      if (isChanged) cells.push({ column: column.value, text: text?.value ?? '' })
      isOther ||= isChanged
      const status = this.#statusFor(row, column, text?.status, isChanged)
      if (column.status !== undefined && status !== undefined) cells.push({ column: column.status, text: status })
    }
    if (isOther) cells.push(...factsToChange(row, columns, wanted))
    return { row: 'stays', cells: guardedCells(cells) }
  }

  /** A text without a status gets none, unless it is another text now. */
  #statusFor(row: TableRow, column: LocaleColumn, status: string | undefined, isChanged: boolean): string | undefined {
    const said = textAt(row, column.status)
    if (isChanged) return statusIn(said) === status || (said === '' && !status) ? undefined : (status ?? '')
    return status !== undefined && statusIn(said) !== undefined && statusIn(said) !== status ? status : undefined
  }

  #pruned(row: TableRow, { locales }: Columns, namespace: string | undefined): RowChange {
    if (!this.#prune || !this.#wanted.knows(namespace)) return { row: 'stays', cells: [] }
    const others = locales.some(({ id, value }) => !this.#known.has(id) && row.cell(value) !== '')
    if (!others) return { row: 'leaves', cells: [] }
    const leaving = locales.filter((column) => this.#leaves(row, column))
    const cells = leaving.flatMap(({ value, status }) => [
      { column: value, text: '' },
      ...(status === undefined || row.cell(status) === '' ? [] : [{ column: status, text: '' }]),
    ])
    return { row: 'stays', cells: guardedCells(cells) }
  }

  #leaves(row: TableRow, { id, value }: LocaleColumn): boolean {
    return this.#prune && this.#known.has(id) && row.cell(value) !== ''
  }
}
