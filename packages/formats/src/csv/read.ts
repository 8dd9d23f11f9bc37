import type { ReadOptions, ReadPart } from '../format.ts'
import { UnreadableFile } from '../remark.ts'
import { withPauses } from '../steps.ts'
import type { Columns } from '../table/columns.ts'
import { TableEntries } from '../table/table-entries.ts'
import { decodeText } from '../text-file.ts'
import { type CsvHeader, headerOf } from './header.ts'
import { scanCsv } from './scan.ts'

const NOTHING: ReadPart = { entries: [], nodes: 0 }
/** Cells that are looked at in a millisecond or two. */
const STEP = 4_000

export function* readCsv(bytes: Uint8Array, options: ReadOptions): Generator<ReadPart, void, void> {
  const { text } = yield* withPauses(decodeText(bytes), NOTHING)
  const header = usable(yield* withPauses(headerOf(text), NOTHING))
  const { delimiter, columns, row: first } = header
  if (columns.locales.length === 0)
    throw new UnreadableFile('syntax_error', 'No column is called like a language', { line: first.line })
  const entries = new TableEntries(options)
  entries.begin(columns, first.line)
  let nodes = 0
  for (const row of scanCsv(text, delimiter, first.to, first.line + 1)) {
    if (row) {
      nodes += row.width
      entries.add(row, columns, undefined, (column) => row.cells[column])
    }
    if (row && nodes < STEP) continue
    yield { entries: [], nodes }
    nodes = 0
  }
  yield { entries: [], nodes }
  yield* entries.parts()
}

export function usable(header: CsvHeader | undefined): CsvHeader & { columns: Columns } {
  if (!header?.columns)
    throw new UnreadableFile('syntax_error', 'No column is called "key"', { line: header?.row.line ?? 1 })
  return { ...header, columns: header.columns }
}
