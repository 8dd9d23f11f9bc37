/** What separates cells: spreadsheets of different countries write different ones. */
const DELIMITERS = [',', ';', '\t'] as const

/** The rows of a file with values between commas, semicolons or tabs. Empty lines are none. */
export function readCsv(text: string): string[][] {
  const content = text.startsWith('\ufeff') ? text.slice(1) : text
  return rowsOf(content, delimiterOf(content))
}

/** The one that the first line has most of, outside of quotes. */
function delimiterOf(text: string): string {
  const header = firstLine(text)
  const counts = DELIMITERS.map((delimiter) => header.filter((character) => character === delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

function firstLine(text: string): string[] {
  const line: string[] = []
  let isQuoted = false
  for (const character of text.slice(0, 100_000)) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) break
    else if (!isQuoted) line.push(character)
  }
  return line
}

function rowsOf(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  const endRow = () => {
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at, delimiter) : plainCell(text, at, delimiter)
    row.push(cell)
    at = end
    if (text[at] === delimiter) {
      at++
      // A delimiter at the very end has an empty cell behind it.
      if (at === text.length) row.push('')
      else continue
    }
    endRow()
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  return rows
}

interface Cell {
  cell: string
  /** Where the delimiter, the line break or the end of the file is. */
  end: number
}

function plainCell(text: string, start: number, delimiter: string): Cell {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++
  return { cell: text.slice(start, end), end }
}

function quotedCell(text: string, start: number, delimiter: string): Cell {
  let cell = ''
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return { cell: cell + text.slice(at), end: text.length }
    cell += text.slice(at, quote)
    if (text[quote + 1] !== '"') {
      // Whatever stands between the quote and the next delimiter belongs to the cell.
      const rest = plainCell(text, quote + 1, delimiter)
      return { cell: cell + rest.cell, end: rest.end }
    }
    cell += '"'
    at = quote + 2
  }
}

const quoted = (cell: string) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const writeCsv = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')
