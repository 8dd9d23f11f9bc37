import { type Columns, columnsOf, MOST_COLUMNS } from '../table/columns.ts'
import { textAt } from '../table/row.ts'
import type { SheetRow } from './sheet.ts'
import { namespaceOfSheet } from './sheet-names.ts'

/** The first row of a sheet that has something in it. */
export const isHeader = (row: SheetRow) => row.width > 0

/** What the columns of a sheet are for; undefined where none is for keys. */
export function columnsOfSheet(header: SheetRow): Columns | undefined {
  const width = Math.min(header.width, MOST_COLUMNS)
  return columnsOf(
    Array.from({ length: width }, (_, column) => textAt(header, column)),
    false,
  )
}

/** That of rows which name none: a column for namespaces has the say where there is one. */
export const namespaceFor = (sheet: string, { facts }: Columns) =>
  facts.has('namespace') ? undefined : namespaceOfSheet(sheet)
