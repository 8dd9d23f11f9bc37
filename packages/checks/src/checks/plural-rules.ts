type PluralType = 'cardinal' | 'ordinal'

/** Beyond these, categories are taken by numbers that hardly any text is made for, such as a million in French. */
const LARGEST = 999

interface Categories {
  /** Those that whole numbers up to 999 take, each with its numbers. */
  needed: ReadonlyMap<string, readonly number[]>
  all: ReadonlySet<string>
}

/** Null for a language without rules: nothing is known of it, and nothing said. */
const categories = new Map<string, Categories | null>()
/** Codes are of somebody else's making: without end they would fill the memory. */
const MOST_KEPT = 2_000
const IN_ORDER = ['zero', 'one', 'two', 'few', 'many', 'other'] as const
const NONE: Categories['needed'] = new Map()

export const neededCategories = (locale: string, type: PluralType) => categoriesOf(locale, type)?.needed ?? NONE
export const knownCategories = (locale: string, type: PluralType) => categoriesOf(locale, type)?.all

function categoriesOf(locale: string, type: PluralType): Categories | null {
  const name = `${type} ${locale}`
  let found = categories.get(name)
  if (found === undefined) {
    found = findCategories(locale, type)
    if (categories.size >= MOST_KEPT) categories.clear()
    categories.set(name, found)
  }
  return found
}

function findCategories(locale: string, type: PluralType): Categories | null {
  const [supported] = supportedOf(locale.replaceAll('_', '-'))
  if (supported === undefined) return null
  const rules = new Intl.PluralRules(supported, { type })
  const numbers = new Map<string, number[]>()
  for (let n = 0; n <= LARGEST; n++) {
    const category = rules.select(n)
    const own = numbers.get(category)
    if (own) own.push(n)
    else numbers.set(category, [n])
  }
  const needed = new Map(IN_ORDER.flatMap((name) => (numbers.has(name) ? [[name, numbers.get(name) ?? []]] : [])))
  return { needed, all: new Set(rules.resolvedOptions().pluralCategories) }
}

function supportedOf(locale: string): string[] {
  try {
    return Intl.PluralRules.supportedLocalesOf([locale])
  } catch {
    return []
  }
}
