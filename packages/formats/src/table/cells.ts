import type { Columns } from './columns.ts'
import { guarded } from './guard.ts'
import { syntaxIn, type TableRow, textAt, truthIn } from './row.ts'
import type { WantedRow } from './wanted-rows.ts'

/** What is to stand in a cell. */
export interface NewCell {
  column: number
  text: string
}

/** The cells of a new row that are not empty, in their order. */
export function cellsOf(row: WantedRow, { facts, key, locales }: Columns): NewCell[] {
  const { name, namespace, entry, texts } = row
  const cells: NewCell[] = [{ column: key, text: name }]
  const put = (column: number | undefined, text: string | undefined) => {
    if (column !== undefined && text) cells.push({ column, text })
  }
  put(facts.get('namespace'), namespace)
  put(facts.get('description'), entry.description)
  put(facts.get('syntax'), syntaxCell(row))
  put(facts.get('isPlural'), pluralCell(row))
  put(facts.get('characterLimit'), entry.characterLimit?.toString())
  for (const { id, value, status } of locales) {
    const text = texts.get(id)
    put(value, text?.value)
    put(status, text?.status)
  }
  return guardedCells(cells)
}

export const guardedCells = (cells: NewCell[]) =>
  cells.map(({ column, text }) => ({ column, text: guarded(text) })).sort((a, b) => a.column - b.column)

/** What texts are in unless they say otherwise need not be said. */
const syntaxCell = ({ entry }: WantedRow) => (entry.syntax && entry.syntax !== 'icu' ? entry.syntax : '')
const pluralCell = ({ entry }: WantedRow) => (entry.isPlural ? 'true' : '')

/** How its texts are to be read changes with them: these cells of a row that says something else. */
export function factsToChange(row: TableRow, { facts }: Columns, wanted: WantedRow): NewCell[] {
  const cells: NewCell[] = []
  const syntax = facts.get('syntax')
  const plural = facts.get('isPlural')
  const isSyntax = (syntaxIn(textAt(row, syntax)) ?? 'icu') === (wanted.entry.syntax ?? 'icu')
  if (syntax !== undefined && !isSyntax) cells.push({ column: syntax, text: syntaxCell(wanted) })
  const isPlural = (truthIn(textAt(row, plural)) ?? false) === (wanted.entry.isPlural ?? false)
  if (plural !== undefined && !isPlural) cells.push({ column: plural, text: pluralCell(wanted) })
  return cells
}
