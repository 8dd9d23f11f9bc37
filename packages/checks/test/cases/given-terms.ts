import { type GlossaryTerm, prepareTerms, type Terms } from '../../src/index.ts'

const PLAIN = { isForbidden: false, isCaseSensitive: false, isExactMatch: false, isTranslatable: true }

/** A glossary with the German names of some English words, and with what must not be said. */
export function termsOf({
  translations = {},
  forbidden = [],
  untranslated = [],
}: {
  translations?: Record<string, string>
  forbidden?: readonly string[]
  untranslated?: readonly string[]
}): Terms {
  const inGerman = (text: string, isForbidden: boolean) => [{ locale: 'de', text, isForbidden }]
  const given: Omit<GlossaryTerm, 'id' | 'locale'>[] = [
    ...Object.entries(translations).map(([term, text]) => ({ ...PLAIN, term, translations: inGerman(text, false) })),
    ...forbidden.map((text) => ({ ...PLAIN, term: 'thing', translations: inGerman(text, true) })),
    ...untranslated.map((term) => ({ ...PLAIN, term, isTranslatable: false, translations: [] })),
  ]
  const terms: GlossaryTerm[] = given.map((term, at) => ({ id: at + 1, locale: 'en', ...term }))
  return prepareTerms({ sourceLocale: 'en', pages: [JSON.stringify(terms)] })
}
