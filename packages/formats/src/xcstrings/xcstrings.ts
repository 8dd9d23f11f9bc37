import type { Format } from '../format.ts'
import { patchXcstrings } from './patch.ts'
import { readXcstrings } from './read.ts'
import { isCatalog } from './sniff.ts'
import { writeXcstrings } from './write.ts'

export const xcstrings: Format<'xcstrings'> = {
  id: 'xcstrings',
  name: 'Apple string catalog',
  extensions: ['xcstrings'],
  mediaType: 'application/json',
  path: 'Localizable.xcstrings',
  isMultiLocale: true,
  hasPlurals: true,
  hasDescriptions: true,
  hasStatuses: true,
  syntax: 'apple',
  needs: ['formatData'],
  sniff: isCatalog,
  read: readXcstrings,
  write: writeXcstrings,
  remarkable: 'all',
  patch: patchXcstrings,
}
