import { memberOf, namesOf } from '../../json/tree.ts'
import { canonicalLocale } from '../../locale.ts'

/** What a build sends: namespace, locale, key, text. */
export type Payload = Record<string, Record<string, Record<string, string>>>

export interface PayloadWarning {
  type: 'unknown_locale' | 'unknown_namespace' | 'merged_locale'
  namespace?: string
  locale?: string
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
  for (const namespace of namesOf(payload)) {
    const byLocale = memberOf(payload, namespace) ?? {}
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

/** Every locale that a payload names, spelled as usual. */
export const localesOf = (payload: Payload) =>
  new Set(namesOf(payload).flatMap((namespace) => namesOf(memberOf(payload, namespace) ?? {}).map(usualSpelling)))

const usualSpelling = (code: string) => canonicalLocale(code) ?? code

const bySpelling = (byLocale: Payload[string]) =>
  Map.groupBy(
    namesOf(byLocale).map((code) => ({ code, texts: memberOf(byLocale, code) ?? {} })),
    ({ code }) => usualSpelling(code),
  )

function merged(maps: Record<string, string>[]): Iterable<PayloadText> {
  const [only] = maps
  if (only && maps.length === 1) return textsOf(only)
  const all = new Map<string, PayloadText>()
  for (const texts of maps) for (const text of textsOf(texts)) all.set(text.key, text)
  return all.values()
}

function* textsOf(texts: Record<string, string>): Generator<PayloadText, void, void> {
  for (const key of namesOf(texts)) yield { key, value: memberOf(texts, key) ?? '' }
}
