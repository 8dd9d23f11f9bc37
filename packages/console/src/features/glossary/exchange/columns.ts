import type { RequestOf } from '@parlance/sdk'
import type { Locale } from '../term-form.ts'

type KnownColumn = NonNullable<NonNullable<RequestOf<'importGlossaryCsv'>['body']>['columnMapping']>[string]

/** As the service names them, in the order of its files. */
export const COLUMNS = [
  'concept_id',
  'definition',
  'subject',
  'locale_code',
  'term',
  'term_type',
  'part_of_speech',
  'is_case_sensitive',
  'is_exact_match',
  'is_translatable',
  'is_forbidden',
  'description',
  'gender',
  'source_locale_code',
] as const satisfies readonly KnownColumn[]

type Column = (typeof COLUMNS)[number]

/** What a column of a file is: one that the service knows, the words of a language, or nothing that is wanted. */
export type ColumnUse = Column | `in:${string}` | 'none'

/** Columns that are about the concept, whichever of its words they stand beside. */
const OF_CONCEPT: readonly Column[] = ['definition', 'subject', 'is_translatable']

const languageOf = (use: ColumnUse) => (use.startsWith('in:') ? use.slice(3) : undefined)

/** What other tools call the same. */
const ALIASES: Record<string, Column> = {
  id: 'concept_id',
  'concept id': 'concept_id',
  domain: 'subject',
  locale: 'locale_code',
  lang: 'locale_code',
  language: 'locale_code',
  'language code': 'locale_code',
  text: 'term',
  word: 'term',
  status: 'term_type',
  type: 'term_type',
  pos: 'part_of_speech',
  'case sensitive': 'is_case_sensitive',
  casesensitive: 'is_case_sensitive',
  'exact match': 'is_exact_match',
  translatable: 'is_translatable',
  forbidden: 'is_forbidden',
  note: 'description',
  notes: 'description',
  comment: 'description',
}

/** What the columns of a file most probably are: by their names, also as other tools write them. Each use once. */
export function guessUses(header: readonly string[], locales: readonly Locale[]): ColumnUse[] {
  const taken = new Set<ColumnUse>()
  return header.map((name) => {
    const use = guessUse(name, locales)
    if (taken.has(use)) return 'none'
    if (use !== 'none') taken.add(use)
    return use
  })
}

function guessUse(name: string, locales: readonly Locale[]): ColumnUse {
  const plain = name.trim().toLowerCase()
  const known = COLUMNS.find((column) => column === plain || column.replaceAll('_', ' ') === plain)
  if (known) return known
  // "Term [de]" and "Term (de)" are columns of one language as well.
  const code = (/^(?:term|translation)\s*[[(:]\s*([\w-]+)\s*[\])]?$/.exec(plain)?.[1] ?? plain).replaceAll('_', '-')
  const locale = locales.find((one) => one.code.toLowerCase() === code || namesOf(one).includes(plain))
  return locale ? `in:${locale.code}` : (ALIASES[plain] ?? 'none')
}

/** What a language is called here, and by those who speak it. */
const namesOf = ({ code, name }: Locale) =>
  [name, new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? ''].map((one) => one.toLowerCase())

/** A row as it is sent, and which row of the file it comes from, counted from 1 behind the header. */
export interface SentRow {
  cells: string[]
  from: number
}

/** Whether the columns that are needed have been named: a language per column, or a column with the languages. */
export const isComplete = (uses: readonly ColumnUse[]) =>
  uses.some((use) => languageOf(use) !== undefined) || (uses.includes('locale_code') && uses.includes('term'))

/**
 * The rows of a file in the columns of the service. Where a column holds the words of one language, each row is a
 * concept and becomes a row for each of its languages, the source language first.
 */
export function rowsToSend(
  rows: readonly (readonly string[])[],
  uses: readonly ColumnUse[],
  sourceCode: string | undefined,
  newId: () => string,
): SentRow[] {
  const at = new Map(uses.map((use, index) => [use, index]))
  const cellOf = (row: readonly string[], use: ColumnUse) => row[at.get(use) ?? -1] ?? ''
  const languages = uses.flatMap((use) => languageOf(use) ?? [])
  if (languages.length === 0)
    return rows.map((row, index) => ({ from: index + 1, cells: COLUMNS.map((column) => cellOf(row, column)) }))
  languages.sort((a, b) => Number(b === sourceCode) - Number(a === sourceCode))
  return rows.flatMap((row, index): SentRow[] => {
    const named = languages.filter((code) => cellOf(row, `in:${code}`).trim() !== '')
    // An id holds the rows of a concept together; the service knows a concept of another id by its source term.
    const concept = { concept_id: cellOf(row, 'concept_id') || newId(), source_locale_code: named[0] ?? '' }
    return named.map((code, place) => {
      const word = { locale_code: code, term: cellOf(row, `in:${code}`).trim() }
      const own: Partial<Record<Column, string>> = { ...concept, ...word }
      // What a row says of a word, it says of the first.
      const isSaid = (column: Column) => place === 0 || OF_CONCEPT.includes(column)
      const cells = COLUMNS.map((column) => own[column] ?? (isSaid(column) ? cellOf(row, column) : ''))
      return { from: index + 1, cells }
    })
  })
}
