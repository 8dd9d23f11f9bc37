import type { Span } from '../text/mapped-text.ts'

/** A term as a finding names it. */
export interface NamedTerm {
  termId: number
  term: string
}

/** What a glossary says about the texts of a project. */
export interface Terms {
  /** True: nothing is asked. */
  readonly isEmpty: boolean
  /** Preferred terms that stand in the source and have preferred translations, none of which stands in the value. */
  missingIn(source: string, value: string, locale: string): readonly NamedTerm[]
  /** Forbidden terms of the language in the value, and where. */
  forbiddenIn(value: string, locale: string): readonly (NamedTerm & Span)[]
  /** Where terms that stay as they are stand in the source. */
  untranslatedIn(source: string, locale: string): readonly Span[]
}

/** Of a project without a glossary. */
export const NO_TERMS: Terms = {
  isEmpty: true,
  missingIn: () => [],
  forbiddenIn: () => [],
  untranslatedIn: () => [],
}
