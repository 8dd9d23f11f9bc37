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

/**
 * The terms of a glossary for texts that are translated from one language. As JSON, some thousand together: thousands of
 * terms with their translations took 50 ms to be sent to a thread as objects, and one as texts.
 */
export interface TermList {
  /** Another one when anything of it is another. */
  version: string
  sourceLocale: string
  /** Each is a list of `GlossaryTerm`. */
  pages: readonly string[]
}
