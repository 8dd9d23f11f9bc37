import { inParallel } from '../pull/in-parallel.ts'
import type { Facts } from '../service/last-answer.ts'
import type { Service } from '../service/service.ts'
import { own, valuesAt } from '../texts/own.ts'
import { askValues, type ByPlace, type KeyMeta, type Values } from '../texts/values.ts'
import type { LocalText } from './local-texts.ts'

/** What the service has. */
export interface Known {
  /** What is said of the keys, and their source texts. */
  base: Values
  /** All texts, by language; of those that nothing is compared in, none. */
  stored: ReadonlyMap<string, ByPlace<string>>
  sourceLocale: string
}

interface Asking {
  service: Service
  facts: Facts
}

/** What texts of files in some languages are held against. */
export async function knownOf({ service, facts }: Asking, locales: readonly string[]): Promise<Known> {
  const { sourceLocale, locales: seen } = facts
  // Who may not see the source language is told of keys beside the first that they see.
  const first = seen.includes(sourceLocale) ? sourceLocale : (seen[0] ?? sourceLocale)
  const base = await asked(service, first, ['meta'])
  const stored = new Map([[first, base.texts]])
  const others = locales.filter((locale) => locale !== first)
  await inParallel(others, AT_ONCE, async (locale) => {
    stored.set(locale, (await asked(service, locale, [])).texts)
  })
  return { base, stored, sourceLocale }
}

const AT_ONCE = 4

async function asked(service: Service, locale: string, include: readonly 'meta'[]): Promise<Values> {
  const { values } = await askValues(service, { locales: [locale], namespaces: undefined, statuses: [], include })
  return values ?? { texts: {}, statuses: {}, keys: {} }
}

export const metaOf = ({ place, entry }: LocalText, { base }: Known): KeyMeta | undefined =>
  own(own(base.keys, place.namespace), entry.key)

export const isIcu = (meta: KeyMeta | undefined) => (meta?.syntax ?? 'icu') === 'icu'

export function isKnownAsIcu(text: LocalText, known: Known): boolean {
  const meta = metaOf(text, known)
  return meta !== undefined && isIcu(meta)
}

/** Undefined: there is none, or an empty one. */
export const storedOf = ({ place, locale, entry }: LocalText, { stored }: Known): string | undefined =>
  own(valuesAt(stored.get(locale) ?? {}, place.namespace, locale), entry.key) || undefined

export const sourceOf = ({ place, entry }: LocalText, { base, sourceLocale }: Known): string | undefined =>
  own(valuesAt(base.texts, place.namespace, sourceLocale), entry.key) || undefined
