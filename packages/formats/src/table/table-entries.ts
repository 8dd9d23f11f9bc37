import { cutDescription } from '../description.ts'
import type { Entry, Span } from '../entry.ts'
import { faultOf, shownKey } from '../entry-fault.ts'
import type { ReadOptions, ReadPart } from '../format.ts'
import type { RemarkCode } from '../remark.ts'
import type { Columns, LocaleColumn } from './columns.ts'
import {
  idOfRow,
  LONGEST_NAME,
  limitIn,
  nameOfRow,
  type RowName,
  statusIn,
  syntaxIn,
  type TableRow,
  textAt,
  truthIn,
} from './row.ts'

/** As many rows as are handed over in a millisecond or two. */
const STEP = 1_000

type Place = (column: number) => Span | undefined

/**
 * The entries of tables. A row is for a key in all languages: where another row for the same key follows, that one counts
 * with all its cells, which is known only at the end.
 */
export class TableEntries {
  readonly #remark: ReadOptions['remark']
  readonly #rows: Entry[][] = []
  /** The last row of each key. */
  readonly #places = new Map<string, number>()
  #hasStray = false

  constructor({ remark }: Pick<ReadOptions, 'remark'>) {
    this.#remark = remark
  }

  /** Tells which columns are not read. */
  begin({ unknown }: Columns, line: number): void {
    this.#hasStray = false
    for (const { name } of unknown.slice(0, MOST_TOLD)) {
      const shown = shownKey(name.slice(0, 100))
      this.#tell(
        'unsupported_entry',
        `The column "${shown}" is no language, and none that is known: it is left alone`,
        {
          line,
        },
      )
    }
  }

  /** `namespace` is that of rows that name none. */
  add(row: TableRow, columns: Columns, namespace: string | undefined, place: Place = () => undefined): void {
    this.#lookAside(row, columns)
    const name = nameOfRow(row, columns, namespace)
    if (!name) {
      this.#tellNameless(row, columns)
      return
    }
    const { key } = name
    const facts = this.#factsOf(row, columns, name)
    const texts = columns.locales.filter(({ value }) => row.cell(value) !== '')
    // A row without any text is there for its key.
    const said = texts.length > 0 ? texts : columns.locales.slice(0, 1)
    const entries = said.map((locale) => this.#entryOf(row, locale, facts, place))
    const id = idOfRow(name)
    const before = this.#places.get(id)
    if (before !== undefined) {
      this.#tell('duplicate_key', 'Another row has the same key: the last one counts', { key, line: row.line })
      this.#rows[before] = []
    }
    this.#places.set(id, this.#rows.push(entries) - 1)
  }

  *parts(): Generator<ReadPart, void, void> {
    for (let at = 0; at < this.#rows.length; at += STEP)
      yield { entries: this.#rows.slice(at, at + STEP).flat(), nodes: 0 }
  }

  #factsOf(row: TableRow, columns: Columns, { name, key, namespace }: RowName): Omit<Entry, 'value'> {
    const cell = (fact: Parameters<typeof columns.facts.get>[0]) => textAt(row, columns.facts.get(fact))
    const understood = <T>(fact: 'syntax' | 'isPlural' | 'characterLimit', read: (cell: string) => T | undefined) => {
      const text = cell(fact)
      const found = read(text)
      if (found === undefined && text.trim() !== '')
        this.#tell('unsupported_entry', `"${shownKey(text.slice(0, 100))}" is no ${fact}`, { key, line: row.line })
      return found
    }
    const { description, isCut } = cutDescription(shownKey(cell('description')))
    const syntax = understood('syntax', syntaxIn)
    const isPlural = understood('isPlural', truthIn)
    const characterLimit = understood('characterLimit', limitIn)
    if (isCut) this.#tell('description_cut', 'The rest of a long description is left out', { key, line: row.line })
    return {
      key,
      ...(namespace === undefined ? {} : { namespace: shownKey(namespace) }),
      ...(description === '' ? {} : { description }),
      ...(syntax === undefined ? {} : { syntax }),
      ...(isPlural === undefined ? {} : { isPlural }),
      ...(characterLimit === undefined ? {} : { characterLimit }),
      ...(key === name ? {} : { formatData: { table: { name } } }),
    }
  }

  /** An entry that cannot be stored is told as an error and keeps its name alone. */
  #entryOf(row: TableRow, column: LocaleColumn, facts: Omit<Entry, 'value'>, place: Place): Entry {
    const { key, namespace } = facts
    const { locale, value, status: statusColumn } = column
    const text = textAt(row, value)
    const fault = faultOf(key, text)
    if (fault) {
      const [code, message] = fault
      this.#remark({ severity: 'error', code, message, key: shownKey(key), line: row.line })
      return { key, value: '', locale, ...(namespace === undefined ? {} : { namespace }) }
    }
    const said = textAt(row, statusColumn)
    const status = statusIn(said)
    if (status === undefined && said.trim() !== '')
      this.#tell('unsupported_entry', `"${shownKey(said.slice(0, 100))}" is no status`, { key, line: row.line })
    const at = place(value)
    return { ...facts, value: text, locale, ...(status ? { status } : {}), ...(at ? { at } : {}) }
  }

  /** What stands where no column has a name. Once is enough to know. */
  #lookAside(row: TableRow, { unnamed, width }: Columns): void {
    if (this.#hasStray) return
    for (let column = width; column < row.width && !this.#hasStray; column++) this.#hasStray = row.cell(column) !== ''
    this.#hasStray ||= unnamed.some((column) => row.cell(column) !== '')
    if (this.#hasStray)
      this.#tell('unsupported_entry', 'Cells of columns without a name are left alone', { line: row.line })
  }

  #tellNameless(row: TableRow, { key, locales }: Columns): void {
    const { line } = row
    if (row.cell(key).length > LONGEST_NAME) {
      const message = `A name has at most ${LONGEST_NAME} characters, of which the first are kept`
      this.#remark({ severity: 'error', code: 'invalid_key', message, line })
    } else if (locales.some(({ value }) => row.cell(value) !== ''))
      this.#tell('unsupported_entry', 'A row without a key is left alone', { line })
  }

  #tell(code: RemarkCode, message: string, { key, line }: { key?: string; line: number }): void {
    this.#remark({ severity: 'warning', code, message, ...(key === undefined ? {} : { key: shownKey(key) }), line })
  }
}

/** A table with more unknown columns is none of texts. */
const MOST_TOLD = 100
