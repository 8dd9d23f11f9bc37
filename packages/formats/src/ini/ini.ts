import type { Format } from '../format.ts'
import { patchIni } from './patch.ts'
import { readIni } from './read.ts'
import { writeIni } from './write.ts'

const LOOKED_AT = 2 ** 14
/** A section, or a line with a name and a separator. */
const HAS_NAME = /^[ \t]*(?:\[[^\]\r\n]{1,1000}\]|[^;#\s=:[][^\n\r=:]{0,1000}[=:])/m

export const ini: Format<'ini'> = {
  id: 'ini',
  name: 'INI',
  extensions: ['ini'],
  mediaType: 'text/plain',
  path: 'locale_{locale}.ini',
  isMultiLocale: false,
  hasPlurals: false,
  hasDescriptions: true,
  hasStatuses: false,
  syntax: 'printf',
  needs: ['formatData'],
  options: { descriptions: ['keep', 'overwrite'] },
  sniff: (bytes) => HAS_NAME.test(new TextDecoder('latin1').decode(bytes.subarray(0, LOOKED_AT)).replaceAll('\0', '')),
  read: readIni,
  write: writeIni,
  patch: patchIni,
}
