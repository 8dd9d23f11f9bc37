import { appleStringsdict, looksLikePropertyList } from '../apple-stringsdict/apple-stringsdict.ts'
import { isCounted, SIGN } from '../apple-stringsdict/counted-text.ts'
import type { Format } from '../format.ts'
import { appleFolders } from '../locale-spelling.ts'
import { patchApple } from './patch.ts'
import { readApple } from './read.ts'
import { UNSAYABLE, writeStrings } from './write.ts'

export const appleStrings: Format<'apple-strings'> = {
  id: 'apple-strings',
  name: 'Apple strings',
  extensions: ['strings', 'stringsdict'],
  mediaType: 'text/plain',
  path: '{locale}.lproj/Localizable.strings',
  localeSpelling: appleFolders,
  isMultiLocale: false,
  hasPlurals: true,
  hasDescriptions: true,
  hasStatuses: false,
  syntax: 'apple',
  needs: ['formatData'],
  companion: { format: appleStringsdict, holds: isCounted, sign: SIGN },
  sniff: looksLikePropertyList,
  read: readApple,
  write: writeStrings,
  remarkable: { texts: UNSAYABLE, names: { separator: '.', ends: [] } },
  patch: patchApple,
}
