/** A term of a glossary and its names in other languages, as plain data: it can go to a thread, or come from a file. */
export interface GlossaryTerm {
  id: number
  /** The language of its name. */
  locale: string
  term: string
  isForbidden: boolean
  isCaseSensitive: boolean
  isExactMatch: boolean
  isTranslatable: boolean
  translations: readonly TermName[]
}

export interface TermName {
  locale: string
  text: string
  isForbidden: boolean
}

/** The terms of a glossary for texts that are translated from one language. */
export interface TermList {
  /** Another one when anything of it is another. */
  version: string
  sourceLocale: string
  terms: readonly GlossaryTerm[]
}
