/** A language as the service has it. */
export interface NamedLanguage {
  code: string
  name: string
}

interface LanguageNames {
  /** As a sentence has it: French writes "allemand". */
  inSentence(language: NamedLanguage): string
  /** As it stands alone, in a list or above a column: "Allemand". */
  alone(language: NamedLanguage): string
}

/**
 * What a language is called. In English as the service calls it; elsewhere as the console's language does, unless people
 * have given it a name of their own, which is everybody's.
 */
export function languageNames(locale: string): LanguageNames {
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const own = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' })
  const translated = ({ code, name }: NamedLanguage) => {
    const isGiven = name !== code && name !== nameIn(english, code)
    return locale === 'en' || isGiven ? undefined : nameIn(own, code)
  }
  return {
    inSentence: (language) => translated(language) ?? language.name,
    alone: (language) => capitalized(locale, translated(language)) ?? language.name,
  }
}

/** The service takes codes that no browser knows. */
function nameIn(names: Intl.DisplayNames, code: string): string | undefined {
  try {
    return names.of(code)
  } catch {
    return undefined
  }
}

const capitalized = (locale: string, name: string | undefined) =>
  name?.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(locale))
