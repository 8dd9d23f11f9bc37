import type { Format } from '../format.ts'
import { patchFluent } from './patch.ts'
import { readFluent } from './read.ts'
import { writeFluent } from './write.ts'

const LOOKED_AT = 2 ** 14
const HAS_MESSAGE = /^-?[A-Za-z][\w-]{0,1000} *=/m

export const fluent: Format<'fluent'> = {
  id: 'fluent',
  name: 'Fluent',
  extensions: ['ftl'],
  mediaType: 'text/plain',
  path: '{locale}.ftl',
  isMultiLocale: false,
  hasPlurals: true,
  hasDescriptions: true,
  hasStatuses: false,
  syntax: 'fluent',
  needs: ['formatData'],
  options: { descriptions: ['keep', 'overwrite'] },
  sniff: (bytes) =>
    HAS_MESSAGE.test(new TextDecoder('latin1').decode(bytes.subarray(0, LOOKED_AT)).replaceAll('\0', '')),
  read: readFluent,
  write: writeFluent,
  // Neither whether a name nor whether a text is one of Fluent can be told from a letter in it.
  remarkable: 'all',
  patch: patchFluent,
}
