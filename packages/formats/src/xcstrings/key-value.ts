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
  const formatData = dataTold(entries)
  const name = nameOfKey(first.key, formatData, 'apple')
  const { extractionState, more } = storedData(formatData)
  const comment = entries.find(({ description }) => description)?.description
  const isShown = (entry: Entry) => extractionState !== MANUAL && isNameAlone(entry, name, options)
  const localizations = localizationsOf(entries, options, (entry) => !isShown(entry))
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

/** What is kept of a key comes with each of its texts from a project, and with one of them from a file. */
const dataTold = (entries: readonly Entry[]) => entries.find(({ formatData }) => formatData)?.formatData

/** Of some entries of a key. */
export function localizationsOf(
  entries: readonly Entry[],
  { locale: standard, remark }: NewTexts,
  isWritten: (entry: Entry) => boolean,
): Record<string, unknown> {
  const kept = storedData(dataTold(entries)).localizations
  return Object.fromEntries(
    entries.filter(isWritten).map((entry) => {
      const { locale = standard } = entry
      const own = Object.hasOwn(kept, locale) ? kept[locale] : undefined
      return [locale, localizationOf(textsFor(entry, locale, remark), stateOf(entry), own)]
    }),
  )
}
