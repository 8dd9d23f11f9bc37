import { own, valuesAt } from '../texts/own.ts'
import type { ByPlace, KeyMeta, Values } from '../texts/values.ts'
import type { LocalText } from './local-texts.ts'

/** What the service has. */
export interface Known {
  /** What is said of the keys, and their source texts. */
  base: Values
  /** All texts, by language; of those that nothing is compared in, none. */
  stored: ReadonlyMap<string, ByPlace<string>>
  sourceLocale: string
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
