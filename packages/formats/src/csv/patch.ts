import { compareCodePoints } from '../code-points.ts'
import { type Edit, edited } from '../edits.ts'
import type { Piece, WriteOptions, Writer } from '../format.ts'
import { withPauses } from '../steps.ts'
import { cellsOf } from '../table/cells.ts'
import { type Columns, type WiderTable, withLocales } from '../table/columns.ts'
import { textAt } from '../table/row.ts'
import { type RowChange, RowChanges } from '../table/row-changes.ts'
import { tablePatch } from '../table/table-patch.ts'
import type { WantedRow, WantedRows } from '../table/wanted-rows.ts'
import { decodeText, encoderOf, lineEndOf } from '../text-file.ts'
import { type CsvHeader, headerOf } from './header.ts'
import { usable } from './read.ts'
import { RowEdits } from './row-edits.ts'
import { type CsvRow, scanCsv } from './scan.ts'

/** Rows that are looked at in a millisecond. */
const STEP = 500

export const patchCsv = (base: Uint8Array, options: WriteOptions): Writer =>
  tablePatch(options, (wanted) => patched(base, wanted, options))

function* patched(base: Uint8Array, wanted: WantedRows, options: WriteOptions): Generator<Piece, void, void> {
  const { text, ...file } = yield* withPauses(decodeText(base), '')
  const header = usable(yield* withPauses(headerOf(text), ''))
  const table = yield* withPauses(tableFor(text, header, wanted, options), '')
  const found = yield* withPauses(rowsOf(text, table, new RowChanges(wanted, options)), '')
  const encode = encoderOf(file)
  for (const piece of edited(text, editsOf(text, table, found, options))) yield encode(piece)
}

/** A table with the columns that it is to have. */
interface Table extends CsvHeader {
  columns: Columns
  /** Of languages that it does not have yet. */
  headers: WiderTable['headers']
  /** How many columns it had before. */
  before: number
  home: string | undefined
}

function* tableFor(
  text: string,
  header: CsvHeader & { columns: Columns },
  wanted: WantedRows,
  { locales }: WriteOptions,
): Generator<void, Table, void> {
  const { home } = wanted
  const missing = wanted.missing(header.columns.locales, locales)
  if (missing.length === 0) return { ...header, headers: [], before: header.columns.width, home }
  // Behind whatever stands in rows that are longer than the first one.
  let before = header.row.width
  for (const row of scanCsv(text, header.delimiter, header.row.to)) {
    if (row) before = Math.max(before, row.width)
    else yield
  }
  return { ...header, ...withLocales(header.columns, missing, before), before, home }
}

interface FoundRow {
  key: string
  from: number
  to: number
  /** Of a row that may change. */
  change?: { row: CsvRow; made: RowChange }
}

interface Found {
  /** All rows behind the first one. */
  rows: FoundRow[]
  isSorted: boolean
  missing: WantedRow[]
}

function* rowsOf(text: string, table: Table, changes: RowChanges): Generator<void, Found, void> {
  const { delimiter, columns, row: first } = table
  const isWider = table.headers.length > 0
  const rows: FoundRow[] = []
  let isSorted = true
  for (const row of scanCsv(text, delimiter, first.to, first.line + 1)) {
    if (row) {
      const key = textAt(row, columns.key)
      isSorted &&= compareCodePoints(rows.at(-1)?.key ?? '', key) <= 0
      const made = changes.of(row, columns) ?? NOTHING
      const mayChange = isWider || made.row === 'leaves' || made.cells.length > 0
      rows.push({ key, from: row.from, to: row.to, ...(mayChange ? { change: { row, made } } : {}) })
    }
    if (!row || rows.length % STEP === 0) yield
  }
  return { rows, isSorted, missing: yield* changes.missing() }
}

const NOTHING: RowChange = { row: 'stays', cells: [] }

function* editsOf(text: string, table: Table, found: Found, { remark }: WriteOptions): Generator<Edit, void, void> {
  const { rows, isSorted, missing } = found
  const edits = new RowEdits({ ...table, lineEnd: lineEndOf(text) })
  const fresh = new FreshRows(missing, (row) => isHeld(row, table, remark))
  function* insertions(at: number, key?: string): Generator<Edit, void, void> {
    while (true) {
      const next = fresh.before(key)
      if (next.length === 0) return
      for (const row of next) yield edits.insertion(text, at, cellsOf(row, table.columns))
      yield pauseAt(at)
    }
  }
  yield* edits.of(table.row, table.headers)
  let place = rows[0]?.from ?? table.row.to
  for (const [at, { key, from, to, change }] of rows.entries()) {
    if (isSorted) yield* insertions(place, key)
    if (change?.made.row === 'leaves') yield { from, to, text: '' }
    else if (change) yield* edits.of(change.row, change.made.cells)
    place = to
    if (at % STEP === 0) yield pauseAt(place)
  }
  yield* insertions(place)
}

const pauseAt = (place: number): Edit => ({ from: place, to: place, text: '' })

/** Rows for keys that a table does not have, in their order. */
class FreshRows {
  readonly #rows: readonly WantedRow[]
  readonly #isHeld: (row: WantedRow) => boolean
  #next = 0

  constructor(rows: readonly WantedRow[], isHeld: (row: WantedRow) => boolean) {
    this.#rows = rows
    this.#isHeld = isHeld
  }

  /** The next ones that come before a key, a few at a time; without one the rest. */
  before(key: string | undefined): WantedRow[] {
    const found: WantedRow[] = []
    for (let row = this.#rows[this.#next]; row && found.length < STEP; row = this.#rows[++this.#next]) {
      if (key !== undefined && compareCodePoints(row.key, key) > 0) break
      if (this.#isHeld(row)) found.push(row)
    }
    return found
  }
}

/** Without a column for it a table is for one namespace. */
function isHeld({ key, namespace }: WantedRow, { columns, home }: Table, remark: WriteOptions['remark']): boolean {
  if (namespace === home || columns.facts.has('namespace')) return true
  const message = 'The table has no column "namespace", and this key is in another one.'
  remark?.({ severity: 'warning', code: 'key_not_representable', key, message })
  return false
}
