import type { WriteOptions } from '../format.ts'
import { type Columns, type WiderTable, withLocales } from '../table/columns.ts'
import { nameOfRow } from '../table/row.ts'
import type { RowChanges } from '../table/row-changes.ts'
import type { WantedRows } from '../table/wanted-rows.ts'
import type { LongText } from '../text-pieces.ts'
import { scanSheet } from './sheet.ts'
import { SheetTable } from './sheet-table.ts'
import { columnsOfSheet, isHeader, namespaceFor } from './table.ts'
import type { Sheet, Workbook } from './workbook.ts'

interface Task {
  wanted: WantedRows
  changes: RowChanges
  options: WriteOptions
}

/** Undefined where a sheet is no table of texts. */
export function* findTable(
  workbook: Workbook,
  { name, member }: Sheet,
  task: Task,
): Generator<void, SheetTable | undefined, void> {
  const part = yield* workbook.partOf(member)
  const rows = scanSheet(part.text, workbook.strings)
  let found: SheetTable | undefined
  while (true) {
    const { done, value } = rows.next()
    if (done) {
      found?.end(value)
      return found
    }
    if (!value) yield
    else if (found) found.add(value, task.changes)
    else if (isHeader(value)) {
      const columns = columnsOfSheet(value)
      if (!columns) return undefined
      const home = namespaceFor(name, columns) ?? task.wanted.home
      const table = yield* widened(workbook, part.text, columns, home, task)
      found = new SheetTable({ member, part, header: value, table, home, remark: task.options.remark })
    }
  }
}

/** With the languages of the namespaces that a sheet is for. */
function* widened(
  workbook: Workbook,
  text: LongText,
  columns: Columns,
  home: string | undefined,
  { wanted, options }: Task,
): Generator<void, WiderTable, void> {
  const all = wanted.missing(columns.locales, options.locales)
  if (all.length === 0) return { columns, headers: [] }
  const { width, namespaces } = yield* outlineOf(workbook, text, columns, home)
  const isForAny = workbook.sheets.length === 1 && columns.facts.has('namespace')
  const missing = isForAny ? all : wanted.missing(columns.locales, options.locales, namespaces)
  return withLocales(columns, missing, width)
}

/** How far the rows of a sheet reach, and for which namespaces they are. */
function* outlineOf({ strings }: Workbook, text: LongText, columns: Columns, home: string | undefined) {
  let width = 0
  let isBehind = false
  const namespaces = new Set<string | undefined>()
  for (const row of scanSheet(text, strings)) {
    if (row) {
      width = Math.max(width, row.width)
      const name = isBehind && nameOfRow(row, columns, home)
      if (name) namespaces.add(name.namespace)
      isBehind ||= isHeader(row)
    } else yield
  }
  return { width, namespaces: namespaces.size > 0 ? namespaces : [home] }
}
