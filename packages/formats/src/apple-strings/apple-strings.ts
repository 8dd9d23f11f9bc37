import { appleStringsdict, family } from '../apple-stringsdict/apple-stringsdict.ts'
import { isCounted, SIGN } from '../apple-stringsdict/counted-text.ts'
import type { Format } from '../format.ts'
import { patchApple } from './patch.ts'
import { readApple } from './read.ts'
import { UNSAYABLE, writeStrings } from './write.ts'

export const appleStrings: Format<'apple-strings'> = {
  ...family,
  id: 'apple-strings',
  name: 'Apple strings',
  extensions: ['strings', 'stringsdict'],
  mediaType: 'text/plain',
  path: '{locale}.lproj/Localizable.strings',
  companion: { format: appleStringsdict, holds: isCounted, sign: SIGN },
  read: readApple,
  write: writeStrings,
  remarkable: { texts: UNSAYABLE, names: { separator: '.', ends: [] } },
  patch: patchApple,
}
