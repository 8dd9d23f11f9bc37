import { limits, type Status, type Syntax } from '@parlance/contract'
import type { WideMap } from '../../../json/wide-map.ts'
import { localeCode } from '../../../locale.ts'
import { isTooLarge } from '../details/details.ts'

/** What a build sends: namespace, locale, key, text. */
export type Payload = WideMap<WideMap<WideMap<string>>>

/** What a build says about a key. What is left out stays as it is. */
export interface DescribedKey {
  isPlural?: boolean
  description?: string | null
  characterLimit?: number | null
  syntax?: Syntax | null
  formatData?: Record<string, unknown> | null
}

/** Namespace, key. */
export type DescribedKeys = WideMap<WideMap<DescribedKey>>

/** Namespace, locale, key. */
export type SentStatuses = WideMap<WideMap<WideMap<Status>>>

export interface PayloadWarning {
  type:
    | 'unknown_locale'
    | 'unknown_namespace'
    | 'merged_locale'
    | 'value_too_long'
    | 'limit_too_small'
    | 'qa_errors'
    | 'format_data_left_out'
    | 'icu_syntax'
    | 'nested_json'
  namespace?: string
  locale?: string
  key?: string
  message: string
}

interface PayloadText {
  key: string
  value: string
  details?: object | undefined
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
  statuses?: SentStatuses,
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
      const entries = merged(spellings.map(({ texts }) => texts))
      const said = statusesOf(statuses?.get(namespace), locale)
      files.push({ namespace, locale, localeId, entries: said.length > 0 ? withStatuses(entries, said) : entries })
    }
  }
  return { files, warnings }
}

/**
 * What is said about keys, namespace by namespace, as details of texts that are none. What is said about keys without a text
 * in a locale of the project is left out with them.
 */
export function describedIn(
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
    return described ? [{ namespace, entries: detailsOf(described, texts) }] : []
  })
}

function* detailsOf(
  described: WideMap<DescribedKey>,
  texts: readonly WideMap<string>[],
): Generator<PayloadText, void, void> {
  for (const [key, details] of described)
    if (texts.some((some) => some.get(key) !== undefined)) yield { key, value: '', details: fitting(details) }
}

function fitting({ formatData, ...details }: DescribedKey): DescribedKey {
  return formatData && !isTooLarge(formatData) ? { ...details, formatData } : details
}

/** Format data that is not kept. It stands for all languages, so who sees only some of them writes none. */
export function* leftOutOf(
  keys: DescribedKeys,
  isRestricted: boolean,
): Generator<PayloadWarning | undefined, void, void> {
  for (const [namespace, described] of keys)
    for (const [key, { formatData }] of described) {
      const why = isRestricted ? 'is for members who see all languages' : `is longer than ${limits.formatData} bytes`
      const isLeftOut = formatData && (isRestricted || isTooLarge(formatData))
      const message = `The format data of "${key}" ${why}; it is left out`
      yield isLeftOut ? { type: 'format_data_left_out', namespace, key, message } : undefined
    }
}

/** Every locale that a payload names, spelled as usual. */
export const localesOf = (payload: Payload) =>
  new Set(payload[Symbol.iterator]().flatMap(([, byLocale]) => byLocale.names().map(localeCode)))

const statusesOf = (byLocale: WideMap<WideMap<Status>> | undefined, locale: string): WideMap<Status>[] =>
  Array.from(byLocale ?? []).flatMap(([code, some]) => (localeCode(code) === locale ? [some] : []))

/** An empty text has no status but its own, and no other text has that. */
function* withStatuses(
  entries: Iterable<PayloadText>,
  said: readonly WideMap<Status>[],
): Generator<PayloadText, void, void> {
  for (const entry of entries) {
    const status = said.map((some) => some.get(entry.key)).findLast((one) => one !== undefined)
    yield entry.value === '' || !status || status === 'not_translated' ? entry : { ...entry, details: { status } }
  }
}

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
