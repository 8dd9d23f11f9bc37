import type { WriteOptions, Writer } from '../format.ts'
import { cellsOf, type NewCell } from '../table/cells.ts'
import { columnsOf, standardHeaders } from '../table/columns.ts'
import { tableWriter } from '../table/table-writer.ts'
import { spelledCell } from './spell.ts'

const DELIMITER = ','

export const writeCsv = (options: WriteOptions): Writer =>
  tableWriter(options, (locales) => {
    const headers = standardHeaders(locales)
    const columns = columnsOf(headers, false)
    let head = lineOf(
      headers.map((text, column) => ({ column, text })),
      headers.length,
    )
    const taken = () => {
      const text = head
      head = ''
      return text
    }
    return {
      add: (rows) => taken() + rows.map((row) => lineOf(columns ? cellsOf(row, columns) : [], headers.length)).join(''),
      end: () => [taken()],
    }
  })

function lineOf(cells: readonly NewCell[], width: number): string {
  const line = Array<string>(width).fill('')
  for (const { column, text } of cells) line[column] = spelledCell(text, DELIMITER)
  return `${line.join(DELIMITER)}\n`
}
