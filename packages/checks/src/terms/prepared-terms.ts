import type { Span } from '../text/mapped-text.ts'
import type { GlossaryTerm, TermList } from './glossary-term.ts'
import { type SearchedText, searchedText } from './searched-text.ts'
import { standingIn } from './standing-terms.ts'
import { type TermHit, TermTrie } from './term-trie.ts'
import type { TermForm } from './term-units.ts'
import type { NamedTerm, Terms } from './terms.ts'

/** Of one text that stands for several terms, and in one value: whoever has more has another problem. */
const MOST_ALIKE = 20
const MOST_TERMS = 100

const NONE: readonly never[] = []

/** A term that is looked for by its translation. */
interface Wanted extends NamedTerm {
  form: TermForm
}

interface ForbiddenName extends NamedTerm {
  locale: string
}

/**
 * What a glossary says about the texts of a project, in the form in which it is asked. Terms may come and go. It remembers
 * the last source and the last value: one is compared with many languages, the other asked about twice.
 */
export class PreparedTerms implements Terms {
  /** How many terms were taken out or replaced; they leave something behind. */
  removed = 0

  readonly #sourceLocale: string
  readonly #terms = new Map<number, GlossaryTerm>()
  /** The names in the source language. */
  readonly #ofSource = new TermTrie()
  /** Forbidden names by language, under numbers of their own: a term may have two in one language. */
  readonly #forbidden = new Map<string, TermTrie>()
  readonly #forbiddenNames = new Map<number, ForbiddenName>()
  readonly #numbersOf = new Map<number, readonly number[]>()
  #numbers = 0
  #lastSource: { text: string; hits: readonly TermHit[] } | undefined
  #lastValue: { text: string; searched: SearchedText } | undefined

  constructor(sourceLocale: string) {
    this.#sourceLocale = sourceLocale
  }

  get isEmpty(): boolean {
    return this.#terms.size === 0
  }

  get size(): number {
    return this.#terms.size
  }

  put(term: GlossaryTerm): void {
    this.delete(term.id)
    const names = [{ locale: term.locale, text: term.term, isForbidden: term.isForbidden }, ...term.translations]
    const forbidden = names.filter(({ isForbidden }) => isForbidden)
    const isOfSource = term.locale === this.#sourceLocale
    // Nobody asks for the others.
    if (!isOfSource && forbidden.length === 0) return
    this.#terms.set(term.id, term)
    if (isOfSource) this.#ofSource.put(term)
    if (forbidden.length === 0) return
    this.#numbersOf.set(
      term.id,
      forbidden.map(({ locale, text }) => this.#forbid(term, locale, text)),
    )
  }

  delete(termId: number): void {
    this.#lastSource = undefined
    if (!this.#terms.delete(termId)) return
    this.removed++
    this.#ofSource.delete(termId)
    for (const number of this.#numbersOf.get(termId) ?? []) {
      this.#forbidden.get(this.#forbiddenNames.get(number)?.locale ?? '')?.delete(number)
      this.#forbiddenNames.delete(number)
    }
    this.#numbersOf.delete(termId)
  }

  missingIn(source: string, value: string, locale: string): readonly NamedTerm[] {
    const places = this.#wantedIn(source, locale)
    if (places.length === 0) return NONE
    const forms = new Map(places.flat().map(({ termId, form }) => [termId, form]))
    const standing = standingIn(this.#searched(value), forms)
    const missing = places.filter((alike) => !alike.some(({ termId }) => standing.has(termId))).flat()
    return missing.map(({ termId, term }) => ({ termId, term }))
  }

  forbiddenIn(value: string, locale: string): readonly (NamedTerm & Span)[] {
    const names = this.#forbidden.get(locale)
    if (!names || names.size === 0) return NONE
    const found = new Map<number, NamedTerm & Span>()
    for (const { termIds, start, end } of finish(names.findIn(this.#searched(value)))) {
      if (found.size >= MOST_TERMS) break
      for (const number of termIds.slice(0, MOST_ALIKE)) {
        const name = this.#forbiddenNames.get(number)
        if (name && !found.has(number)) found.set(number, { termId: name.termId, term: name.term, start, end })
      }
    }
    return [...found.values()]
  }

  untranslatedIn(source: string, locale: string): readonly Span[] {
    const hits = this.#hitsIn(source)
    if (hits.length === 0) return NONE
    const staying = new Set(
      textsOf(hits).filter((termIds) => this.#preferred(termIds).some((term) => stays(term, locale))),
    )
    return hits.filter(({ termIds }) => staying.has(termIds))
  }

  /**
   * What is to be looked for in a translation of this source: for each text of it that is a term, those that are written
   * so. One of them may mean something else, so that any of their translations will do.
   */
  #wantedIn(source: string, locale: string): Wanted[][] {
    const hits = this.#hitsIn(source)
    if (hits.length === 0) return []
    const places: Wanted[][] = []
    for (const termIds of textsOf(hits)) {
      const alike = this.#preferred(termIds).flatMap((term) => {
        const text = translationOf(term, locale)
        return text === undefined ? [] : [{ termId: term.id, term: term.term, form: formOf(term, text) }]
      })
      if (alike.length > 0) places.push(alike)
      if (places.length === MOST_TERMS) break
    }
    return places
  }

  #preferred(termIds: readonly number[]): GlossaryTerm[] {
    return termIds.slice(0, MOST_ALIKE).flatMap((id) => {
      const term = this.#terms.get(id)
      return term && !term.isForbidden ? [term] : []
    })
  }

  #forbid(term: GlossaryTerm, locale: string, text: string): number {
    const number = this.#numbers++
    let names = this.#forbidden.get(locale)
    if (!names) {
      names = new TermTrie()
      this.#forbidden.set(locale, names)
    }
    names.put({ ...formOf(term, text), id: number })
    this.#forbiddenNames.set(number, { termId: term.id, term: text, locale })
    return number
  }

  #hitsIn(source: string): readonly TermHit[] {
    if (this.#lastSource?.text !== source) {
      const hits = this.#ofSource.size === 0 ? NONE : finish(this.#ofSource.find(source))
      this.#lastSource = { text: source, hits }
    }
    return this.#lastSource.hits
  }

  #searched(value: string): SearchedText {
    if (this.#lastValue?.text !== value) this.#lastValue = { text: value, searched: finish(searchedText(value)) }
    return this.#lastValue.searched
  }
}

export function prepareTerms({ sourceLocale, pages }: Omit<TermList, 'version'>): Terms {
  const prepared = new PreparedTerms(sourceLocale)
  for (const page of pages) for (const term of JSON.parse(page) as GlossaryTerm[]) prepared.put(term)
  return prepared
}

/** The terms of each different text; the same text has the same list. */
const textsOf = (hits: readonly TermHit[]) => [...new Set(hits.map(({ termIds }) => termIds))]

/** A name of a term is looked for as the term says, whichever language it is in. */
const formOf = ({ isCaseSensitive, isExactMatch }: GlossaryTerm, term: string): TermForm => ({
  term,
  isCaseSensitive,
  isExactMatch,
})

const translationOf = ({ translations }: GlossaryTerm, locale: string) =>
  translations.find((name) => name.locale === locale && !name.isForbidden)?.text

const stays = (term: GlossaryTerm, locale: string) => !term.isTranslatable || translationOf(term, locale) === term.term

/** Without a pause: values are looked at one by one. */
function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
