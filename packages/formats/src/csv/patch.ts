import { compareCodePoints } from '../code-points.ts'
import { type Edit, edited } from '../edits.ts'
import type { Piece, WriteOptions, Writer } from '../format.ts'
import { withPauses } from '../steps.ts'
import { cellsOf } from '../table/cells.ts'
import { type Columns, withLocales } from '../table/columns.ts'
import { textAt } from '../table/row.ts'
import { type RowChange, RowChanges } from '../table/row-changes.ts'
import { type WantedRow, WantedRows } from '../table/wanted-rows.ts'
import { decodeText, encoderOf, lineEndOf } from '../text-file.ts'
import { type CsvHeader, headerOf } from './header.ts'
import { usable } from './read.ts'
import { RowEdits } from './row-edits.ts'
import { type CsvRow, scanCsv } from './scan.ts'

/** Rows that are looked at in a millisecond. */
const STEP = 500

export function patchCsv(base: Uint8Array, options: WriteOptions): Writer {
  const wanted = new WantedRows(options)
  return {
    add(entries) {
      wanted.add(entries)
      return ''
    },
    end: () => patched(base, wanted, options),
  }
}

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
  headers: readonly string[]
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
  row: CsvRow
  change: RowChange | undefined
}

interface Found {
  /** All rows for keys. */
  rows: FoundRow[]
  missing: WantedRow[]
}

function* rowsOf(text: string, table: Table, changes: RowChanges): Generator<void, Found, void> {
  const { delimiter, columns, row: first } = table
  const rows: FoundRow[] = []
  for (const row of scanCsv(text, delimiter, first.to, first.line + 1)) {
    if (row) rows.push({ key: textAt(row, columns.key), row, change: changes.of(row, columns) })
    if (!row || rows.length % STEP === 0) yield
  }
  return { rows, missing: changes.missing() }
}

function* editsOf(text: string, table: Table, found: Found, { remark }: WriteOptions): Generator<Edit, void, void> {
  const { rows } = found
  const edits = new RowEdits({ ...table, lineEnd: lineEndOf(text) })
  const fresh = new FreshRows(found.missing.filter((row) => isHeld(row, table, remark)))
  const isSorted = rows.every(({ key }, at) => at === 0 || compareCodePoints(rows[at - 1]?.key ?? '', key) <= 0)
  const insertions = (at: number, key?: string) =>
    fresh.before(key).map((row) => edits.insertion(text, at, cellsOf(row, table.columns)))
  yield* edits.of(table.row, edits.headerCells)
  let place = rows[0]?.row.from ?? table.row.to
  for (const [at, { key, row, change }] of rows.entries()) {
    if (isSorted) yield* insertions(place, key)
    if (change?.row === 'leaves') yield { from: row.from, to: row.to, text: '' }
    else yield* edits.of(row, change?.cells ?? [])
    place = row.to
    if (at % STEP === 0) yield { from: place, to: place, text: '' }
  }
  yield* insertions(place)
}

/** Rows for keys that a table does not have, in their order. */
class FreshRows {
  readonly #rows: readonly WantedRow[]
  #next = 0

  constructor(rows: readonly WantedRow[]) {
    this.#rows = rows
  }

  /** Those that come before a key; without one the rest. */
  before(key: string | undefined): WantedRow[] {
    const from = this.#next
    for (let row = this.#rows[from]; row; row = this.#rows[++this.#next])
      if (key !== undefined && compareCodePoints(row.key, key) > 0) break
    return this.#rows.slice(from, this.#next)
  }
}

/** Without a column for it a table is for one namespace. */
function isHeld({ key, namespace }: WantedRow, { columns, home }: Table, remark: WriteOptions['remark']): boolean {
  if (namespace === home || columns.facts.has('namespace')) return true
  const message = 'The table has no column "namespace", and this key is in another one.'
  remark?.({ severity: 'warning', code: 'key_not_representable', key, message })
  return false
}
