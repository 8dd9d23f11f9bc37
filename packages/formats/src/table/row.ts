import { type Syntax, syntaxes } from '@parlance/contract/syntaxes'
import type { Entry } from '../entry.ts'
import { faultOf } from '../entry-fault.ts'
import { storedKey } from '../stored-key.ts'
import type { Columns, LocaleColumn } from './columns.ts'
import { unguarded } from './guard.ts'

/** A row of a table. Of a cell that is longer than any text may be, the beginning is enough. */
export interface TableRow {
  /** Counted from 1. */
  line: number
  /** How many cells it has, empty ones included. */
  width: number
  /** As the cell has it; empty where there is none. */
  cell(column: number): string
}

/** Longer cells are longer than any text, however they are spelled. */
export const LONGEST_CELL = 2 ** 18
/** Of a longer name it cannot be told which it is. */
export const LONGEST_NAME = 2 ** 16

/** What a cell says. */
export const textAt = (row: TableRow, column: number | undefined) =>
  column === undefined ? '' : unguarded(row.cell(column))

export interface RowName {
  /** As the file has it. */
  name: string
  key: string
  namespace: string | undefined
}

/** For which key a row is; undefined where it is for none. `namespace` is that of rows that name none. */
export function nameOfRow(row: TableRow, columns: Columns, namespace: string | undefined): RowName | undefined {
  const name = textAt(row, columns.key)
  if (name === '' || name.length > LONGEST_NAME) return undefined
  return { name, key: storedKey(name), namespace: textAt(row, columns.facts.get('namespace')) || namespace }
}

/** What two rows for the same key have in common. */
export const idOfRow = ({ key, namespace = '' }: { key: string; namespace?: string | undefined }) =>
  `${namespace}\0${key}`

type Status = NonNullable<Entry['status']>
const STATUSES: readonly Status[] = ['translated', 'not_reviewed', 'not_translated']

/** Undefined where a cell says nothing of the kind. */
export const statusIn = (cell: string): Status | undefined => STATUSES.find((status) => status === word(cell))
export const syntaxIn = (cell: string): Syntax | undefined => syntaxes.find((syntax) => syntax === word(cell))
export const limitIn = (cell: string): number | undefined =>
  /^[1-9]\d{0,8}$/.test(cell.trim()) ? Number(cell) : undefined

const YES = new Set(['true', 'yes', '1', 'x'])
const NO = new Set(['false', 'no', '0'])

export function truthIn(cell: string): boolean | undefined {
  const said = word(cell)
  return YES.has(said) ? true : NO.has(said) ? false : undefined
}

const word = (cell: string) => cell.trim().toLowerCase()

/** The text of a row in a language. What cannot be stored is nothing, as it is when it is read. */
export function valueAt(row: TableRow, { value }: LocaleColumn, key: string): string {
  const text = textAt(row, value)
  return text !== '' && faultOf(key, text) ? '' : text
}
