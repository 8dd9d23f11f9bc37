/** A term as a file tells it. What the file leaves open is left out. */
export interface ExchangedTerm {
  /** Where it stands in its file; errors name it. */
  row: number
  localeCode: string
  text: string
  termType?: 'preferred' | 'forbidden' | undefined
  partOfSpeech?: string | undefined
  gender?: string | undefined
  description?: string | undefined
  isCaseSensitive?: boolean | undefined
  isExactMatch?: boolean | undefined
}

/** A concept as a file tells it: the same thing in several languages. */
export interface ExchangedConcept {
  row: number
  conceptId?: string | undefined
  /** The language of its source term, where it is not that of the whole file. */
  sourceLocaleCode?: string | undefined
  definition?: string | undefined
  subject?: string | undefined
  isTranslatable?: boolean | undefined
  terms: ExchangedTerm[]
  /** Its source term was there and could not be read, so no other term may stand in for it. */
  isHeadless?: true
}

export interface RowError {
  row: number
  message: string
}

export interface ReadGlossary {
  concepts: ExchangedConcept[]
  errors: RowError[]
}
