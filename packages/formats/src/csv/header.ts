import { type Columns, columnsOf } from '../table/columns.ts'
import { textAt } from '../table/row.ts'
import { type CsvRow, scanCsv } from './scan.ts'

export interface CsvHeader {
  delimiter: string
  row: CsvRow
  /** Undefined where no column is for keys. */
  columns: Columns | undefined
}

const DELIMITERS = [',', ';', '\t']
/** With which Excel tells it. */
const TOLD = /^sep=([,;\t])(\r\n|\r|\n)/i

/** The first row of a file. Its delimiter is the one by which most of it is understood. */
export function* headerOf(text: string): Generator<void, CsvHeader | undefined, void> {
  const [whole = '', told] = TOLD.exec(text) ?? []
  let best: CsvHeader | undefined
  for (const delimiter of told === undefined ? DELIMITERS : [told]) {
    const row = yield* firstRow(text, delimiter, whole.length, told === undefined ? 1 : 2)
    if (!row) return undefined
    const columns = columnsOf(
      row.cells.map((_, column) => textAt(row, column)),
      true,
    )
    const found = { delimiter, row, columns }
    if (!best || understood(found) > understood(best)) best = found
    yield
  }
  return best
}

const understood = ({ row, columns }: CsvHeader) =>
  (columns ? 2 ** 20 * (columns.facts.size + columns.locales.length) : 0) + row.width

function* firstRow(
  text: string,
  delimiter: string,
  from: number,
  line: number,
): Generator<void, CsvRow | undefined, void> {
  for (const row of scanCsv(text, delimiter, from, line)) {
    if (row) return row
    yield
  }
  return undefined
}
