import { isPluralMessage } from '@parlance/formats'
import type { Client } from '@parlance/sdk'
import type { LocalText } from './local-texts.ts'
import { storedValue } from './local-texts.ts'

type Commit = Parameters<Client['commitCliImport']>[0]['body']
type DescribedKey = NonNullable<Commit['keys']>[string][string]

/** What is sent of one namespace in one language: the smallest that is split. */
export interface Portion {
  namespace: string
  locale: string
  texts: Record<string, string>
  statuses: Record<string, 'translated' | 'not_reviewed' | 'not_translated'>
  keys: Record<string, DescribedKey>
}

/** Texts by namespace and language. What is said of a key is said once, by the first language that says it. */
export function portionsOf(texts: readonly LocalText[], locales: readonly string[]): Portion[] {
  const portions = new Map<string, Portion>()
  const described = new Map<string, Set<string>>()
  const rank = new Map(locales.map((locale, at) => [locale, at]))
  const ordered = texts.toSorted((a, b) => (rank.get(a.locale) ?? 0) - (rank.get(b.locale) ?? 0))
  for (const { entry, locale, place } of ordered) {
    const name = `${place.namespace}\0${locale}`
    const portion = portions.get(name) ?? emptyPortion(place.namespace, locale)
    portions.set(name, portion)
    const { key } = entry
    const value = storedValue(entry)
    portion.texts[key] = value
    if (entry.status && value !== '') portion.statuses[key] = entry.status
    const told = described.get(place.namespace) ?? new Set<string>()
    described.set(place.namespace, told)
    if (told.has(key)) continue
    told.add(key)
    const said = describedKey(entry)
    if (said) portion.keys[key] = said
  }
  return [...portions.values()]
}

/** Names may be anything, `__proto__` too. */
const emptyPortion = (namespace: string, locale: string): Portion => ({
  namespace,
  locale,
  texts: Object.create(null),
  statuses: Object.create(null),
  keys: Object.create(null),
})

/** What is not said stays as it is on the service; of most keys nothing is. */
function describedKey(entry: LocalText['entry']): DescribedKey | undefined {
  const { value, syntax, description, characterLimit, formatData } = entry
  const isPlural = entry.isPlural ?? isPluralMessage(value)
  const isIcu = !syntax || syntax === 'icu'
  if (!isPlural && isIcu && !description && !characterLimit && !formatData) return undefined
  return {
    ...(isPlural ? { isPlural } : {}),
    ...(isIcu ? {} : { syntax }),
    ...(description ? { description } : {}),
    ...(characterLimit ? { characterLimit } : {}),
    ...(formatData ? { formatData } : {}),
  }
}

/** Portions as the service takes them. */
export function bodyOf(portions: readonly Portion[]): Pick<Commit, 'namespaces' | 'keys' | 'statuses'> {
  const namespaces: Commit['namespaces'] = Object.create(null)
  const statuses: NonNullable<Commit['statuses']> = Object.create(null)
  const keys: NonNullable<Commit['keys']> = Object.create(null)
  for (const { namespace, locale, ...said } of portions) {
    namespaces[namespace] = { ...namespaces[namespace], [locale]: said.texts }
    if (Object.keys(said.statuses).length > 0) statuses[namespace] = { ...statuses[namespace], [locale]: said.statuses }
    if (Object.keys(said.keys).length > 0)
      keys[namespace] = Object.assign(keys[namespace] ?? Object.create(null), said.keys)
  }
  return {
    namespaces,
    ...(Object.keys(statuses).length > 0 ? { statuses } : {}),
    ...(Object.keys(keys).length > 0 ? { keys } : {}),
  }
}
