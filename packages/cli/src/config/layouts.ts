import { filesAt } from '../texts/walk.ts'
import type { FileEntry } from './config.ts'

type Layout = Pick<FileEntry, 'path' | 'format'>

export const USUAL_LAYOUT: Layout = { path: 'locales/{locale}/{namespace}.json', format: 'i18next-v4' }

/** Where files of texts usually lie, what is rarer first. */
const LAYOUTS: readonly Layout[] = [
  { path: 'app/src/main/res/values{locale-android}/strings.xml', format: 'android' },
  { path: 'res/values{locale-android}/strings.xml', format: 'android' },
  { path: 'Localizable.xcstrings', format: 'xcstrings' },
  { path: '{locale-apple}.lproj/Localizable.strings', format: 'apple-strings' },
  { path: 'lib/l10n/app_{locale_}.arb', format: 'arb' },
  { path: 'locale/{locale_}/LC_MESSAGES/{namespace}.po', format: 'po' },
  { path: '_locales/{locale_}/messages.json', format: 'chrome' },
  { path: 'public/locales/{locale}/{namespace}.json', format: 'i18next-v4' },
  { path: 'src/locales/{locale}/{namespace}.json', format: 'i18next-v4' },
  USUAL_LAYOUT,
  { path: 'src/locales/{locale}.json', format: 'i18next-v4' },
  { path: 'locales/{locale}.json', format: 'i18next-v4' },
]

/** The layout of the files that are there. */
export const knownLayout = (folder: string): Layout | undefined =>
  LAYOUTS.find(({ path }) => filesAt(folder, path, () => null).length > 0)
