import type { Syntax } from '@parlance/contract'
import type { WideMap } from '../../../json/wide-map.ts'
import { localeCode } from '../../../locale.ts'

/** What a build sends: namespace, locale, key, text. */
export type Payload = WideMap<WideMap<WideMap<string>>>

/** What a build says about keys: namespace, key. */
export type DescribedKeys = WideMap<WideMap<{ syntax?: Syntax | null }>>

export interface PayloadWarning {
  type: 'unknown_locale' | 'unknown_namespace' | 'merged_locale' | 'value_too_long'
  namespace?: string
  locale?: string
  key?: string
  message: string
}

interface PayloadText {
  key: string
  value: string
}

export interface PayloadFile {
  namespace: string
  locale: string
  /** Null: the project does not have the locale, and the texts only tell which keys are still in use. */
  localeId: number | null
  entries: Iterable<PayloadText>
}

/** Sorts a payload by what the project has. Of two spellings of one locale, the later wins on a shared key. */
export function arrange(
  payload: Payload,
  locales: ReadonlyMap<string, number>,
  hasNamespace: (name: string) => boolean,
): { files: PayloadFile[]; warnings: PayloadWarning[] } {
  const files: PayloadFile[] = []
  const warnings: PayloadWarning[] = []
  const unknown = new Set<string>()
  for (const [namespace, byLocale] of payload) {
    if (!hasNamespace(namespace)) {
      const message = `There is no namespace "${namespace}"; what is in it is left out`
      warnings.push({ type: 'unknown_namespace', namespace, message })
      continue
    }
    for (const [locale, spellings] of bySpelling(byLocale)) {
      const localeId = locales.get(locale) ?? null
      if (spellings.length > 1) {
        const message = `${spellings.map(({ code }) => `"${code}"`).join(' and ')} are one locale and were merged`
        warnings.push({ type: 'merged_locale', namespace, locale, message })
      }
      if (localeId === null && !unknown.has(locale)) {
        unknown.add(locale)
        const message = `The locale "${locale}" is not on the project; its texts are left out`
        warnings.push({ type: 'unknown_locale', locale, message })
      }
      files.push({ namespace, locale, localeId, entries: merged(spellings.map(({ texts }) => texts)) })
    }
  }
  return { files, warnings }
}

/**
 * How the texts of keys are written, namespace by namespace, as texts by key: nothing stands for none. What is said about
 * keys without a text in a locale of the project is left out with them.
 */
export function syntaxesIn(
  keys: DescribedKeys,
  payload: Payload,
  locales: ReadonlyMap<string, number>,
  namespaces: Iterable<string>,
): { namespace: string; entries: Iterable<PayloadText> }[] {
  return Array.from(namespaces).flatMap((namespace) => {
    const described = keys.get(namespace)
    const texts = Array.from(payload.get(namespace) ?? []).flatMap(([code, some]) =>
      locales.has(localeCode(code)) ? [some] : [],
    )
    return described ? [{ namespace, entries: syntaxesOf(described, texts) }] : []
  })
}

function* syntaxesOf(
  described: WideMap<{ syntax?: Syntax | null }>,
  texts: readonly WideMap<string>[],
): Generator<PayloadText, void, void> {
  for (const [key, { syntax }] of described)
    if (syntax !== undefined && texts.some((some) => some.get(key) !== undefined)) yield { key, value: syntax ?? '' }
}

/** Every locale that a payload names, spelled as usual. */
export const localesOf = (payload: Payload) =>
  new Set(payload[Symbol.iterator]().flatMap(([, byLocale]) => byLocale.names().map(localeCode)))

const bySpelling = (byLocale: WideMap<WideMap<string>>) =>
  Map.groupBy(
    byLocale[Symbol.iterator]().map(([code, texts]) => ({ code, texts })),
    ({ code }) => localeCode(code),
  )

function merged(maps: readonly WideMap<string>[]): Iterable<PayloadText> {
  const [only] = maps
  if (only && maps.length === 1) return textsOf(only)
  const all = new Map<string, PayloadText>()
  for (const texts of maps) for (const text of textsOf(texts)) all.set(text.key, text)
  return all.values()
}

function* textsOf(texts: WideMap<string>): Generator<PayloadText, void, void> {
  for (const [key, value] of texts) yield { key, value }
}
