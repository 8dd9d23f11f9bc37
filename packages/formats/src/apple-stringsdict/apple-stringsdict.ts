import type { Format } from '../format.ts'
import { appleFolders } from '../locale-spelling.ts'
import { rootElementOf } from '../xml/root-element.ts'
import { patchStringsdict } from './patch.ts'
import { readStringsdict } from './read.ts'
import { writeStringsdict } from './write.ts'

/** What both files of a language have in common. */
export const family = {
  localeSpelling: appleFolders,
  isMultiLocale: false,
  hasPlurals: true,
  hasDescriptions: true,
  hasStatuses: false,
  syntax: 'apple',
  needs: ['formatData'],
  sniff: (bytes) => rootElementOf(bytes)?.name === 'plist',
} as const satisfies Partial<Format>

/** What the strings of Apple cannot say, in a file beside theirs: nobody asks for it by itself. */
export const appleStringsdict: Format<'apple-stringsdict'> = {
  ...family,
  id: 'apple-stringsdict',
  name: 'Apple plurals',
  extensions: ['stringsdict'],
  mediaType: 'application/xml',
  path: '{locale}.lproj/Localizable.stringsdict',
  read: readStringsdict,
  write: writeStringsdict,
  remarkable: 'all',
  patch: patchStringsdict,
}
