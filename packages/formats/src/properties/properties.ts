import type { Format } from '../format.ts'
import { underscores } from '../locale-spelling.ts'
import { patchProperties } from './patch.ts'
import { readProperties } from './read.ts'
import { writeProperties } from './write.ts'

const LOOKED_AT = 2 ** 14
/** A line with a name and a separator. */
const HAS_NAME = /^[ \t\f]*[^#!\s=:][^\n\r=:]{0,1000}[=:]/m

/** What both spellings of the format have in common. */
export const family = {
  extensions: ['properties'],
  mediaType: 'text/x-java-properties',
  path: 'messages_{locale}.properties',
  localeSpelling: underscores,
  isMultiLocale: false,
  hasPlurals: false,
  hasDescriptions: true,
  hasStatuses: false,
  syntax: 'messageformat',
  needs: ['formatData'],
  options: { descriptions: ['keep', 'overwrite'] },
  sniff: (bytes) => HAS_NAME.test(new TextDecoder('latin1').decode(bytes.subarray(0, LOOKED_AT)).replaceAll('\0', '')),
  read: readProperties,
} as const satisfies Partial<Format>

export const properties: Format<'properties'> = {
  ...family,
  id: 'properties',
  name: 'Java properties',
  write: () => writeProperties(0xffff),
  patch: (base, options) => patchProperties(base, options),
}
