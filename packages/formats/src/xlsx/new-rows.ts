import type { WriteOptions } from '../format.ts'
import type { WantedRow } from '../table/wanted-rows.ts'
import type { SheetTable } from './sheet-table.ts'

/** Rows that find their sheet in a millisecond or two. */
const STEP = 500

/** Puts what a workbook does not have yet into the sheet of its namespace, or where it can be named. */
export function* appendRows(
  tables: readonly SheetTable[],
  rows: readonly WantedRow[],
  remark: WriteOptions['remark'],
): Generator<void, void, void> {
  for (const [at, row] of rows.entries()) {
    const { key, namespace } = row
    const table = tables.findLast((one) => one.has(namespace)) ?? tables.find((one) => one.canName && one.holds(row))
    const message = 'No sheet is for the namespace of this key, and none has all columns that it takes.'
    if (table) table.append(row)
    else remark?.({ severity: 'warning', code: 'key_not_representable', key, message })
    if (at % STEP === 0) yield
  }
}
