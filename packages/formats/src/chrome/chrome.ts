import type { Format } from '../format.ts'
import { underscores } from '../locale-spelling.ts'
import { looksLikeMessages } from './looks-like-messages.ts'
import { patchChrome } from './patch.ts'
import { readChrome } from './read.ts'
import { writeChrome } from './write.ts'

export const chrome: Format<'chrome'> = {
  id: 'chrome',
  name: 'Chrome messages',
  extensions: ['json'],
  mediaType: 'application/json',
  path: '_locales/{locale}/messages.json',
  localeSpelling: underscores,
  isMultiLocale: false,
  hasPlurals: false,
  hasDescriptions: true,
  hasStatuses: false,
  syntax: 'chrome',
  needs: ['formatData'],
  sniff: looksLikeMessages,
  read: readChrome,
  write: writeChrome,
  remarkable: 'all',
  patch: patchChrome,
}
