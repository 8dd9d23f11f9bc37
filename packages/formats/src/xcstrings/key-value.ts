import type { Entry } from '../entry.ts'
import type { WriteOptions } from '../format.ts'
import { comparableLocale } from '../locale-spelling.ts'
import { nameOfKey } from '../stored-key.ts'
import { storedData } from './apple-data.ts'
import { MANUAL } from './catalog.ts'
import { localizationOf, sorted, textsFor } from './localization.ts'
import { stateOf } from './states.ts'

export interface NewTexts extends Pick<WriteOptions, 'locale' | 'remark'> {
  sourceLanguage: string
}

/** The name of a key and what a file that does not have it yet says of it: entries in several languages. */
export function keyMember(entries: readonly Entry[], options: NewTexts): [name: string, value: unknown] {
  const [first] = entries
  if (!first) return ['', {}]
  const name = nameOfKey(first.key, entries.find(({ formatData }) => formatData)?.formatData, 'apple')
  const { extractionState, more } = storedData(entries.find(({ formatData }) => formatData) ?? {})
  const comment = entries.find(({ description }) => description)?.description
  const isShown = (entry: Entry) => extractionState !== MANUAL && isNameAlone(entry, name, options)
  const localizations = localizationsOf(
    entries.filter((entry) => !isShown(entry)),
    options,
  )
  const value = sorted({
    ...more,
    ...(comment ? { comment } : {}),
    ...(extractionState === undefined ? {} : { extractionState }),
    ...(Object.keys(localizations).length > 0 ? { localizations } : {}),
  })
  return [name, value]
}

/** Xcode shows the name of such a key as it is, and does not write it down a second time. */
function isNameAlone(entry: Entry, name: string, { sourceLanguage, locale }: NewTexts): boolean {
  const { value, isPlural = false, status = 'translated' } = entry
  const isSource = comparableLocale(entry.locale ?? locale) === comparableLocale(sourceLanguage)
  return isSource && value === name && !isPlural && status === 'translated'
}

export function localizationsOf(entries: readonly Entry[], options: NewTexts): Record<string, unknown> {
  return Object.fromEntries(
    entries.map((entry) => {
      const locale = entry.locale ?? options.locale
      return [locale, newLocalization(entry, locale, options.remark)]
    }),
  )
}

export function newLocalization(entry: Entry, locale: string, remark: WriteOptions['remark']): unknown {
  const { localizations } = storedData(entry)
  const kept = Object.hasOwn(localizations, locale) ? localizations[locale] : undefined
  return localizationOf(textsFor(entry, locale, remark), stateOf(entry), kept)
}
