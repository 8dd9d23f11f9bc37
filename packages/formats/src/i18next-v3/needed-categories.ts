import { CATEGORIES } from '../plural-message.ts'

const known = new Map<string, readonly string[]>()
/** Beyond, languages have forms for millions that no file has. */
const COUNTED = 1000

/** The categories that a language has for the numbers people count, in the order in which files number them. */
export function neededCategories(locale: string): readonly string[] {
  let categories = known.get(locale)
  if (!categories) {
    const rules = new Intl.PluralRules(supported(locale))
    const found = new Set(Array.from({ length: COUNTED }, (_, count) => rules.select(count) as string))
    categories = CATEGORIES.filter((category) => found.has(category))
    known.set(locale, categories)
  }
  return categories
}

function supported(locale: string): string {
  try {
    return Intl.PluralRules.supportedLocalesOf([locale])[0] ?? 'en'
  } catch {
    return 'en'
  }
}
