import type { Format } from '../format.ts'
import { json } from '../json/json.ts'
import { underscores } from '../locale-spelling.ts'
import { patchArb } from './patch.ts'
import { readArb } from './read.ts'
import { writeArb } from './write.ts'

export const arb: Format<'arb'> = {
  id: 'arb',
  name: 'Application Resource Bundle',
  extensions: ['arb'],
  mediaType: 'application/json',
  path: 'app_{locale}.arb',
  localeSpelling: underscores,
  isMultiLocale: false,
  hasPlurals: true,
  hasDescriptions: true,
  hasStatuses: false,
  syntax: 'icu',
  needs: ['formatData'],
  options: { metadata: ['source', 'all'] },
  sniff: json.sniff,
  read: readArb,
  write: writeArb,
  remarkable: 'all',
  patch: patchArb,
}
