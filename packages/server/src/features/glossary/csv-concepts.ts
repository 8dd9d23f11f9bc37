import { isLonger } from '@parlance/checks'
import { type CsvColumn, csvColumns, type TermType, termLimits } from '@parlance/contract'
import type { ExchangedConcept, ExchangedTerm, ReadGlossary } from '@parlance/formats/glossary'

const REQUIRED: CsvColumn[] = ['locale_code', 'term']

/** What spreadsheets take for a formula, and the apostrophe that tells them not to. */
const GUARDED = /^[=+\-@\t\r']/
const guard = (cell: string) => (GUARDED.test(cell) ? `'${cell}` : cell)
const unguard = (cell: string) => (cell.startsWith("'") && GUARDED.test(cell.slice(1)) ? cell.slice(1) : cell)

const quote = (cell: string) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const writeCsvRow = (cells: readonly string[]) => `${cells.map((cell) => quote(guard(cell))).join(',')}\r\n`

/** The rows of a concept, its source term first. Whatever belongs to the concept stands in each of them. */
export function writeCsvConcept(concept: ExchangedConcept, columns: readonly CsvColumn[]): string {
  const [source] = concept.terms
  return concept.terms
    .map((term) => writeCsvRow(columns.map((column) => cellOf(column, concept, term, source))))
    .join('')
}

function cellOf(
  column: CsvColumn,
  concept: ExchangedConcept,
  term: ExchangedTerm,
  source: ExchangedTerm | undefined,
): string {
  switch (column) {
    case 'concept_id':
      return concept.conceptId ?? ''
    case 'definition':
      return concept.definition ?? ''
    case 'subject':
      return concept.subject ?? ''
    case 'locale_code':
      return term.localeCode
    case 'term':
      return term.text
    case 'term_type':
      return term.termType ?? 'preferred'
    case 'part_of_speech':
      return term.partOfSpeech ?? ''
    case 'is_case_sensitive':
      return String(source?.isCaseSensitive ?? false)
    case 'is_exact_match':
      return String(source?.isExactMatch ?? false)
    case 'is_translatable':
      return String(concept.isTranslatable ?? true)
    case 'is_forbidden':
      return String(term.termType === 'forbidden')
    case 'description':
      return term.description ?? ''
    case 'gender':
      return term.gender ?? ''
    case 'source_locale_code':
      return concept.sourceLocaleCode ?? ''
  }
}

/** Which cell holds which column. A header that was mapped by hand comes before one that has the right name by itself. */
export function locateColumns(
  header: readonly string[],
  mapping: Readonly<Record<string, CsvColumn>>,
): Map<CsvColumn, number> {
  const known = new Set<string>(csvColumns)
  const positions = new Map<CsvColumn, number>()
  const locate = (column: CsvColumn, at: number) => {
    if (!positions.has(column)) positions.set(column, at)
  }
  const names = header.map((name) => name.trim())
  const isMapped = (name: string) => Object.hasOwn(mapping, name)
  for (const [at, name] of names.entries()) {
    const mapped = isMapped(name) ? mapping[name] : undefined
    if (mapped !== undefined) locate(mapped, at)
  }
  for (const [at, name] of names.entries()) {
    if (!isMapped(name) && known.has(name)) locate(name as CsvColumn, at)
  }
  return positions
}

/** No Error: a file may have 400,000 of them, and to note where each was thrown takes 20 µs. */
class UnreadableRow {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

type Row = Partial<Record<CsvColumn, string>>

/**
 * Gathers rows into concepts: by their `concept_id`, and where a row has none, by order: a row in the source language
 * begins a concept, and the rows behind it belong to it.
 */
export class CsvConcepts implements ReadGlossary {
  readonly concepts: ExchangedConcept[] = []
  readonly errors: ReadGlossary['errors'] = []
  /** Without the columns that every row needs there is nothing to read. Asked for each row, so it is settled once. */
  readonly isReadable: boolean
  readonly #positions: Map<CsvColumn, number>
  readonly #width: number
  /** Whether a code, as it is spelled in the file, means the source language. */
  readonly #isSource: (localeCode: string) => boolean
  readonly #byId = new Map<string, ExchangedConcept>()
  #current: ExchangedConcept | undefined
  #row = 0

  constructor(
    header: readonly string[],
    mapping: Readonly<Record<string, CsvColumn>>,
    isSource: (localeCode: string) => boolean,
  ) {
    this.#positions = locateColumns(header, mapping)
    this.#width = header.length
    this.#isSource = isSource
    const missing = REQUIRED.filter((column) => !this.#positions.has(column))
    const [first, ...others] = missing
    this.isReadable = first === undefined
    if (this.isReadable) return
    const message = `Missing required column${others.length > 0 ? 's' : ''}: ${missing.join(', ')}`
    this.errors.push({ row: 0, message })
  }

  add(cells: readonly string[]): void {
    const row = ++this.#row
    const read = this.#cellsOf(cells)
    const concept = this.#conceptOf(read, row)
    try {
      // Cells missing at the end are empty: spreadsheets leave them out.
      if (cells.slice(this.#width).some((cell) => cell !== ''))
        throw new UnreadableRow(`The row has ${cells.length} cells, the header ${this.#width}`)
      const term = readTerm(read, row)
      const details = readDetails(read)
      if (!concept) throw new UnreadableRow('No row in the source language stands before this row')
      const isSource = this.#isSource(term.localeCode)
      concept.terms.push(term)
      describe(concept, details, isSource)
    } catch (error) {
      if (!(error instanceof UnreadableRow)) throw error
      this.errors.push({ row, message: error.message })
      if (concept && this.#isSource(read.locale_code ?? '')) concept.isHeadless = true
    }
  }

  /** The file ends within a quoted cell, or is otherwise no CSV from here on. */
  breakOff(message: string): void {
    this.errors.push({ row: this.#row + 1, message })
  }

  #cellsOf(cells: readonly string[]): Row {
    const read: Row = {}
    for (const [column, at] of this.#positions) {
      const cell = unguard(cells[at] ?? '')
      if (cell !== '') read[column] = cell
    }
    return read
  }

  #conceptOf({ concept_id, locale_code, source_locale_code }: Row, row: number): ExchangedConcept | undefined {
    if (concept_id !== undefined) {
      const known = this.#byId.get(concept_id)
      const concept = known ?? this.#begin({ row, conceptId: concept_id, terms: [] })
      if (!known) this.#byId.set(concept_id, concept)
      if (source_locale_code !== undefined) concept.sourceLocaleCode ??= source_locale_code
      this.#current = concept
    } else if (locale_code !== undefined && this.#isSource(locale_code)) {
      this.#current = this.#begin({ row, terms: [] })
    }
    return this.#current
  }

  #begin(concept: ExchangedConcept): ExchangedConcept {
    this.concepts.push(concept)
    return concept
  }
}

/** What the source row says about the concept counts; the others fill in what it leaves open. */
function describe(concept: ExchangedConcept, details: Details, isSource: boolean): void {
  for (const [field, value] of Object.entries(details) as [keyof Details, never][]) {
    if (value !== undefined && (isSource || concept[field] === undefined)) concept[field] = value
  }
}

type Details = Pick<ExchangedConcept, 'definition' | 'subject' | 'isTranslatable'>

const readDetails = (row: Row): Details => ({
  definition: text(row, 'definition', termLimits.definition),
  subject: text(row, 'subject', termLimits.subject),
  isTranslatable: flag(row, 'is_translatable'),
})

function readTerm(row: Row, number: number): ExchangedTerm {
  for (const column of REQUIRED) if (row[column] === undefined) throw new UnreadableRow(`The row has no ${column}`)
  text(row, 'concept_id', termLimits.conceptId)
  return {
    row: number,
    localeCode: row.locale_code ?? '',
    text: text(row, 'term', termLimits.term) ?? '',
    termType: readTermType(row),
    partOfSpeech: text(row, 'part_of_speech', termLimits.partOfSpeech),
    gender: text(row, 'gender', termLimits.gender),
    description: text(row, 'description', termLimits.description),
    isCaseSensitive: flag(row, 'is_case_sensitive'),
    isExactMatch: flag(row, 'is_exact_match'),
  }
}

/** Two columns tell the same; a term is forbidden when either says so. */
function readTermType(row: Row): TermType | undefined {
  const given = row.term_type?.toLowerCase()
  if (given !== undefined && given !== 'preferred' && given !== 'forbidden')
    throw new UnreadableRow(`Unknown term_type: ${row.term_type}`)
  return flag(row, 'is_forbidden') ? 'forbidden' : given
}

const FLAGS = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
])

function flag(row: Row, column: CsvColumn): boolean | undefined {
  const cell = row[column]
  if (cell === undefined) return undefined
  const value = FLAGS.get(cell.trim().toLowerCase())
  if (value === undefined) throw new UnreadableRow(`${column} is neither true nor false: ${cell.slice(0, 50)}`)
  return value
}

function text(row: Row, column: CsvColumn, max: number): string | undefined {
  const cell = row[column]
  if (cell === undefined) return undefined
  if (cell.includes('\0')) throw new UnreadableRow(`${column} contains U+0000`)
  if (isLonger(cell, max)) throw new UnreadableRow(`${column} has more than ${max} characters`)
  return cell
}
