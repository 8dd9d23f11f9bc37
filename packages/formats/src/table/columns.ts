import { comparableLocale } from '../locale-spelling.ts'
import { UnreadableFile } from '../remark.ts'
import { isLocaleName } from './locale-name.ts'

/** What a table says of a key beside its texts, by the names of the columns. */
export const FACTS = ['key', 'namespace', 'description', 'syntax', 'isPlural', 'characterLimit'] as const
type Fact = (typeof FACTS)[number]

export interface LocaleColumn {
  locale: string
  /** The same for all spellings of it. */
  id: string
  value: number
  /** Left out: the table says nothing about it. */
  status?: number
}

/** Where in the rows of a table what stands, counted from 0. */
export interface Columns {
  /** How many there are. */
  width: number
  key: number
  facts: ReadonlyMap<Fact, number>
  locales: readonly LocaleColumn[]
  /** With names that say nothing here. */
  unknown: readonly { name: string; column: number }[]
  /** Without a name. */
  unnamed: readonly number[]
}

/** More than the languages of a project with their statuses. */
export const MOST_COLUMNS = 4_096
const STATUS = '.status'

/** Godot's own example calls it so. */
const KEYS = 'keys'

function factOf(name: string): Fact | undefined {
  const small = name.toLowerCase()
  return small === KEYS ? 'key' : FACTS.find((fact) => fact.toLowerCase() === small)
}

/**
 * What the columns of a table are called; undefined where none is for keys. With `isFirstKey` that is the first one, as
 * long as no other is called so and it does not look like a language among others: Godot gives it any name, or none.
 */
export function columnsOf(headers: readonly string[], isFirstKey: boolean): Columns | undefined {
  if (headers.length > MOST_COLUMNS)
    throw new UnreadableFile('syntax_error', `A table has at most ${MOST_COLUMNS} columns`, { line: 1 })
  const names = headers.map((header) => header.trim())
  const facts = new Map<Fact, number>()
  for (const [column, name] of names.entries()) {
    const fact = factOf(name)
    if (fact && !facts.has(fact)) facts.set(fact, column)
  }
  const key = facts.get('key') ?? otherKey(names, isFirstKey)
  if (key === undefined) return undefined
  facts.set('key', key)
  const taken = new Set(facts.values())
  const locales = localesOf(names, taken)
  const unnamed = names.flatMap((name, column) => (name === '' && !taken.has(column) ? [column] : []))
  const unknown = names.flatMap((name, column) => (name === '' || taken.has(column) ? [] : [{ name, column }]))
  return { width: headers.length, key, facts, locales, unknown, unnamed }
}

const OTHER_KEYS = new Set(['id', ''])

function otherKey([first = '', ...others]: readonly string[], isFirstKey: boolean): number | undefined {
  if (!isFirstKey || factOf(first) || !others.some(isLocaleName)) return undefined
  return OTHER_KEYS.has(first.toLowerCase()) || !isLocaleName(first) ? 0 : undefined
}

/** Of two columns for one language the first counts. Those that are found are taken. */
function localesOf(names: readonly string[], taken: Set<number>): LocaleColumn[] {
  const statuses = new Map<string, number>()
  for (const [column, name] of names.entries()) {
    const id = comparableLocale(name)
    if (!taken.has(column) && id.endsWith(STATUS) && !statuses.has(id)) statuses.set(id, column)
  }
  const found = new Map<string, LocaleColumn>()
  for (const [value, locale] of names.entries()) {
    const id = comparableLocale(locale)
    const status = statuses.get(id + STATUS)
    if (taken.has(value) || locale === '' || found.has(id)) continue
    // Whatever has a status is a language, even one that nobody knows.
    if (status === undefined && !isLocaleName(locale)) continue
    found.set(id, { locale, id, value, ...(status === undefined ? {} : { status }) })
    taken.add(value)
    if (status !== undefined) taken.add(status)
  }
  return [...found.values()]
}

/** The columns of a new table. */
export const standardHeaders = (locales: readonly string[]): string[] => [
  ...FACTS,
  ...locales.flatMap((locale) => [locale, locale + STATUS]),
]

/** A table with more languages. */
export interface WiderTable {
  columns: Columns
  /** What stands in the first row of the columns that are new. */
  headers: readonly { column: number; text: string }[]
}

/** Their columns come behind all that there is, which is so wide. */
export function withLocales(columns: Columns, locales: readonly string[], width: number): WiderTable {
  const hasStatus = columns.locales.some(({ status }) => status !== undefined)
  const headers: { column: number; text: string }[] = []
  const added = locales.map((locale): LocaleColumn => {
    const put = (text: string) => {
      const column = width + headers.length
      headers.push({ column, text })
      return column
    }
    const column = { locale, id: comparableLocale(locale), value: put(locale) }
    return hasStatus ? { ...column, status: put(locale + STATUS) } : column
  })
  return { columns: { ...columns, locales: [...columns.locales, ...added] }, headers }
}
