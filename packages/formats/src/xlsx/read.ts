import type { ReadOptions, ReadPart } from '../format.ts'
import { UnreadableFile } from '../remark.ts'
import { withPauses } from '../steps.ts'
import type { Columns } from '../table/columns.ts'
import { nameOfRow } from '../table/row.ts'
import { TableEntries } from '../table/table-entries.ts'
import { type SheetRow, scanSheet } from './sheet.ts'
import { columnsOfSheet, isHeader, namespaceFor } from './table.ts'
import { openWorkbook, type Sheet, type Workbook } from './workbook.ts'

const NOTHING: ReadPart = { entries: [], nodes: 0 }

export function* readXlsx(bytes: Uint8Array, options: ReadOptions): Generator<ReadPart, void, void> {
  const workbook = yield* withPauses(openWorkbook(bytes), NOTHING)
  const entries = new TableEntries(options)
  let tables = 0
  for (const sheet of workbook.sheets) if (yield* readSheet(workbook, sheet, entries, options)) tables++
  if (tables === 0)
    throw new UnreadableFile(
      'syntax_error',
      'No sheet has a column called "key" and one that is called like a language',
    )
  yield* entries.parts()
}

/** Whether a sheet is a table of texts. */
function* readSheet(
  workbook: Workbook,
  { name, member }: Sheet,
  entries: TableEntries,
  { remark }: ReadOptions,
): Generator<ReadPart, boolean, void> {
  const { text } = yield* withPauses(workbook.partOf(member), NOTHING)
  let columns: Columns | undefined
  let nodes = 0
  for (const row of scanSheet(text, workbook.strings)) {
    if (!row) {
      yield { entries: [], nodes }
      nodes = 0
    } else if (columns) {
      nodes += row.cells.length
      const namespace = namespaceFor(name, columns)
      entries.add(row, columns, namespace)
      tellNumbers(row, columns, remark)
    } else if (isHeader(row)) {
      columns = columnsOfSheet(row)
      if (!columns || columns.locales.length === 0) return false
      entries.begin(columns, row.line)
    }
  }
  return columns !== undefined
}

/** What stands in a file as a number may be shown otherwise, and what is worked out may be out of date. */
function tellNumbers(row: SheetRow, columns: Columns, remark: ReadOptions['remark']): void {
  const { key } = nameOfRow(row, columns, undefined) ?? {}
  if (key === undefined) return
  for (const column of [columns.key, ...columns.locales.map(({ value }) => value)]) {
    const kind = row.at(column)?.kind ?? 'text'
    if (kind === 'text') continue
    const message =
      kind === 'formula'
        ? 'A formula gives the text that is stored with it'
        : 'A number or a truth value gives its text as it is stored'
    remark({ severity: 'warning', code: 'number_as_text', key, message, line: row.line })
  }
}
