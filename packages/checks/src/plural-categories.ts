const known = new Map<string, readonly string[]>()

/** Which forms a language counts in. One that nobody has rules for gets those of English, which is what a browser falls back to most often. */
export function pluralCategories(locale: string, type: 'cardinal' | 'ordinal'): readonly string[] {
  const name = `${type} ${locale}`
  let categories = known.get(name)
  if (!categories) {
    categories = pluralRules(locale, type).resolvedOptions().pluralCategories
    known.set(name, categories)
  }
  return categories
}

/** How a language counts; see `pluralCategories` for those that are not known. */
export const pluralRules = (locale: string, type: 'cardinal' | 'ordinal') =>
  new Intl.PluralRules(supported(locale), { type })

function supported(locale: string): string {
  try {
    return Intl.PluralRules.supportedLocalesOf([locale])[0] ?? 'en'
  } catch {
    return 'en'
  }
}
