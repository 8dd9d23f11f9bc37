export interface NewTerm {
  term: string
  translation: string
  definition: string
  /** Not to be used in a source text. */
  isForbidden: boolean
  /** Stays as it is in every language. */
  isKept: boolean
  isCaseSensitive: boolean
}

interface Language {
  id: number
  code: string
}

/** As the service takes it. A term that is kept or forbidden has no translation to prefer. */
export function termToCreate(
  { term, translation, definition, isForbidden, isKept, isCaseSensitive }: NewTerm,
  source: Language,
  target: Language,
) {
  const text = translation.trim()
  const isTranslated = text !== '' && !isForbidden && !isKept && source.code !== target.code
  return {
    term: term.trim(),
    sourceLocaleCode: source.code,
    isTranslatable: !isKept,
    isCaseSensitive,
    ...(definition.trim() === '' ? {} : { definition: definition.trim() }),
    ...(isForbidden ? { termType: 'forbidden' as const } : {}),
    ...(isTranslated ? { translations: [{ localeId: target.id, text }] } : {}),
  }
}
