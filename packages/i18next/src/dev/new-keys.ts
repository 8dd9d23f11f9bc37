import { type Entry, formatOf, toIcu } from '@parlance/formats'
import type { Publishing } from './project.ts'

/** As the application tells it; a namespace of null is the default one. */
export interface MissingItem {
  namespace: string | null
  key: string
  locale: string | null
  value: string
}

export interface NewKey {
  namespace: string
  locale: string
  key: string
  value: string
  isPlural: boolean
  /** Null: an ICU message. */
  syntax: NonNullable<Entry['syntax']> | null
}

/**
 * What an application calls missing, as keys of the project. i18next asks for each form of a plural by a name of its own
 * (`items_one`, `items_other`): read as a file of the format in which the project publishes, they are one key. Among ICU
 * messages a new one is such a message, too, if it can be: translators would write `{name}` into it, and nobody would fill that.
 */
export function newKeysOf(items: readonly MissingItem[], publishing: Publishing, areIcu: boolean): NewKey[] {
  const { defaultNamespace, sourceLocale, locales } = publishing
  const files = new Map<string, MissingItem[]>()
  for (const item of items) {
    const { namespace, locale } = item
    const known = locale !== null && locales.includes(locale) ? locale : sourceLocale
    const place = JSON.stringify([namespace ?? defaultNamespace ?? 'default', known])
    const own = files.get(place)
    if (own) own.push(item)
    else files.set(place, [item])
  }
  return [...files].flatMap(([place, own]) => {
    const [namespace, locale] = JSON.parse(place) as [string, string]
    return entriesOf(own, publishing, locale).map((entry) => ({
      namespace,
      locale,
      key: entry.key,
      isPlural: entry.isPlural ?? false,
      ...textOf(entry, areIcu),
    }))
  })
}

function textOf(entry: Entry, areIcu: boolean): Pick<NewKey, 'value' | 'syntax'> {
  const icu = areIcu ? toIcu(entry, {}) : undefined
  return { value: icu?.value ?? entry.value, syntax: icu ? null : (entry.syntax ?? null) }
}

function entriesOf(items: readonly MissingItem[], { cdn }: Publishing, locale: string): Entry[] {
  const texts = Object.fromEntries(items.map(({ key, value }) => [key, value]))
  const { syntax, read } = formatOf(cdn.format)
  // With a plugin i18next reads texts of other syntaxes, too.
  if (!cdn.format.startsWith('i18next'))
    return Object.entries(texts).map(([key, value]) => ({
      key,
      value,
      syntax: value.includes('{{') ? 'i18next' : syntax,
    }))
  const bytes = new TextEncoder().encode(JSON.stringify(texts))
  const parts = read(bytes, { locale, remark: () => {} })
  return [...parts].flatMap(({ entries }) => entries.map((entry) => ({ syntax, ...entry })))
}
