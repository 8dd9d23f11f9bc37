import type { Entry } from '../entry.ts'
import type { JsonNode } from '../json/json-tree.ts'
import { comparableLocale } from '../locale-spelling.ts'
import { type CatalogKey, MANUAL } from './catalog.ts'
import { PLAIN, statusOfUnits, type Units, unitsOf, valueOfUnits } from './units.ts'

/** What a file says of a key in one language. */
export interface Said {
  /** As the file spells it. */
  locale: string
  /** Undefined: there is no text. */
  value: string | undefined
  status: Entry['status']
  units: Units
  isSource: boolean
  /** Undefined where the name of the key is the text. */
  localization: JsonNode | undefined
}

export interface KeyTexts {
  /** In one of its languages, and so in all of them. */
  isPlural: boolean
  said: Said[]
}

const NO_UNITS: Units = { plural: undefined, forms: new Map(), unknown: undefined }

/** Says after each localization how long that was. Of two for one language the first counts. */
export function* textsOfKey(known: CatalogKey, sourceLanguage: string): Generator<number, KeyTexts, void> {
  const read: { localization: JsonNode; units: Units }[] = []
  let isPlural = false
  for (const localization of known.localizations) {
    const units = localization.isTwice ? NO_UNITS : unitsOf(localization)
    read.push({ localization, units })
    isPlural ||= units.plural !== undefined && units.forms.size > 0
    yield localization.to - localization.from
  }
  const source = comparableLocale(sourceLanguage)
  const said: Said[] = []
  for (const { localization, units } of read) {
    const { name: locale, to, from } = localization
    const value = valueOfUnits(units, locale, isPlural)
    const isSource = comparableLocale(locale) === source
    const status = statusOfUnits(units)
    // Xcode calls a text new that it has found in the code.
    const isFromCode = isSource && status === 'not_translated' && value !== ''
    said.push({ locale, value, status: isFromCode ? 'translated' : status, units, isSource, localization })
    yield to - from
  }
  const hasSource = said.some(({ isSource, value }) => isSource && value !== undefined)
  if (!hasSource && isNameShown(known)) said.unshift(nameAsText(known, sourceLanguage, isPlural))
  return { isPlural, said }
}

/**
 * A program shows the name of a key where the source language has no text for it, and most catalogs count on that. A key
 * that was made by hand and is translated has a name for programmers instead: its source text is missing.
 */
const isNameShown = ({ extractionState, localizations }: CatalogKey) =>
  extractionState !== MANUAL || localizations.length === 0

/** It is as good as translated, whatever languages say that are translated from it. */
function nameAsText({ node }: CatalogKey, locale: string, isPlural: boolean): Said {
  const text = { value: { ...node, text: node.name, type: 'string' as const }, node, state: undefined }
  const units: Units = { ...NO_UNITS, forms: new Map([[PLAIN, text]]) }
  const value = valueOfUnits(units, locale, isPlural)
  return { locale, value, status: 'translated', units, isSource: true, localization: undefined }
}
