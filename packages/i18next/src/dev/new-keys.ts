import { type Entry, formatOf } from '@parlance/formats'
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
  syntax: NonNullable<Entry['syntax']>
}

/**
 * What an application calls missing, as keys of the project. i18next asks for each form of a plural by a name of its own
 * (`items_one`, `items_other`): read as a file of the format in which the project publishes, they are one key.
 */
export function newKeysOf(items: readonly MissingItem[], publishing: Publishing): NewKey[] {
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
      value: entry.value,
      isPlural: entry.isPlural ?? false,
      syntax: entry.syntax ?? 'icu',
    }))
  })
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
