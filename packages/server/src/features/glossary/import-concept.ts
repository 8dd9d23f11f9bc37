import type { ExchangedConcept, ExchangedTerm, RowError } from '@parlance/formats/glossary'
import { canonicalLocale } from '../../locale.ts'
import type { GlossaryLocale } from './glossary-locales.ts'
import type { TermContent } from './term.ts'
import type { NewTranslation } from './term-translation.ts'

/** Everything of a term that an import can write, in the form in which it is written. */
export interface ConceptContent extends TermContent {
  sourceLocaleId: number
}

/** A concept of a file in the languages of the organization. */
export interface ResolvedConcept {
  row: number
  conceptId: string | null
  /** Under which name it is looked for; also where the caller may not write it. */
  source: { localeId: number; text: string } | null
  /** Null where the source term may not or cannot be written: then only its translations can be. */
  content: ConceptContent | null
  translations: NewTranslation[]
  /** The rows of the translations, for telling which of them could not be written. */
  translationRows: number[]
}

/** Case does not count, in the same way as for the database: the Turkish İ and the final ς have no small forms of their own. */
export const foldTerm = (text: string) => text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ')

/** The languages of an organization and what the caller may write, for the spellings of a file. */
export class ImportLocales {
  readonly sourceCode: string
  readonly #byCode: Map<string, GlossaryLocale>
  readonly #allowed: ReadonlySet<string> | null
  // A file repeats few spellings many times, and canonical forms are slow to find.
  readonly #canonical = new Map<string, string>()

  constructor(locales: readonly GlossaryLocale[], allowed: readonly string[] | null, sourceCode: string) {
    this.#byCode = new Map(locales.map((locale) => [locale.code, locale]))
    this.#allowed = allowed && new Set(allowed)
    this.sourceCode = this.canonical(sourceCode)
  }

  canonical(spelling: string): string {
    let code = this.#canonical.get(spelling)
    if (code === undefined) {
      code = canonicalLocale(spelling.trim()) ?? spelling
      this.#canonical.set(spelling, code)
    }
    return code
  }

  find = (spelling: string) => this.#byCode.get(this.canonical(spelling))
  mayWrite = ({ code }: GlossaryLocale) => this.#allowed === null || this.#allowed.has(code)
  /** The ids of what the caller may write; null is all. */
  get writableIds(): number[] | null {
    return this.#allowed && [...this.#byCode.values()].filter(this.mayWrite).map(({ id }) => id)
  }
}

interface ResolvedTerm {
  term: ExchangedTerm
  locale: GlossaryLocale
}

/**
 * Finds the languages of a concept's terms and its source term: the first in the source language, or the first of all
 * where there is none in that language. What cannot be resolved is told in `errors`.
 */
export function resolveConcept(concept: ExchangedConcept, locales: ImportLocales, errors: RowError[]): ResolvedConcept {
  const { row, conceptId, terms } = concept
  const sourceCode = locales.canonical(concept.sourceLocaleCode ?? locales.sourceCode)
  const resolved = terms.flatMap((term) => resolveTerm(term, locales, errors))
  const named = terms.find(({ localeCode }) => locales.canonical(localeCode) === sourceCode)
  const standIn = () => (concept.isHeadless ? undefined : resolved.find(({ locale }) => locales.mayWrite(locale))?.term)
  const head = named ?? standIn()
  const source = resolved.find(({ term }) => term === head)
  const writable = resolved.filter((one) => assertWritable(one, locales, errors))
  const translations = onePerLocale(
    writable.filter((one) => one !== source),
    errors,
  )
  return {
    row,
    conceptId: conceptId ?? null,
    source: source ? { localeId: source.locale.id, text: source.term.text } : null,
    content: source && writable.includes(source) ? contentOf(concept, source) : null,
    translations: translations.map(translationOf),
    translationRows: translations.map(({ term }) => term.row),
  }
}

function resolveTerm(term: ExchangedTerm, locales: ImportLocales, errors: RowError[]): ResolvedTerm[] {
  const locale = locales.find(term.localeCode)
  if (locale) return [{ term, locale }]
  errors.push({ row: term.row, message: `Unknown locale: ${term.localeCode}` })
  return []
}

function assertWritable({ term, locale }: ResolvedTerm, locales: ImportLocales, errors: RowError[]): boolean {
  if (locales.mayWrite(locale)) return true
  errors.push({ row: term.row, message: `Access denied to locale: ${locale.code}` })
  return false
}

function onePerLocale(resolved: readonly ResolvedTerm[], errors: RowError[]): ResolvedTerm[] {
  const first = new Map<number, ResolvedTerm>()
  for (const one of resolved) {
    if (!first.has(one.locale.id)) first.set(one.locale.id, one)
    else errors.push({ row: one.term.row, message: `The concept has another term in ${one.locale.code} already` })
  }
  return [...first.values()]
}

const contentOf = (concept: ExchangedConcept, { term, locale }: ResolvedTerm): ConceptContent => ({
  sourceLocaleId: locale.id,
  term: term.text,
  definition: concept.definition || null,
  subject: concept.subject || null,
  isTranslatable: concept.isTranslatable ?? true,
  termType: term.termType ?? 'preferred',
  partOfSpeech: term.partOfSpeech || null,
  gender: term.gender || null,
  description: term.description || null,
  isCaseSensitive: term.isCaseSensitive ?? false,
  isExactMatch: term.isExactMatch ?? false,
})

const translationOf = ({ term, locale }: ResolvedTerm): NewTranslation => ({
  localeId: locale.id,
  text: term.text,
  termType: term.termType ?? 'preferred',
  partOfSpeech: term.partOfSpeech || null,
  gender: term.gender || null,
  description: term.description || null,
})
