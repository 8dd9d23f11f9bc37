import type { Format } from '../format.ts'
import { patchModule } from './patch.ts'
import { readModule } from './read.ts'
import { writeModule } from './write.ts'

/** Exports stand at the beginning or at the end. */
const LOOKED_AT = 2 ** 16
const EXPORTS = /\bexports?\b/
const BEGINS_LIKE_XML = /^[^\x21-\x7e]*</

export const jsModule: Format<'js-module'> = {
  id: 'js-module',
  name: 'JavaScript module',
  extensions: ['js', 'mjs'],
  mediaType: 'text/javascript',
  path: '{locale}.js',
  isMultiLocale: false,
  hasPlurals: true,
  hasDescriptions: true,
  hasStatuses: false,
  syntax: 'icu',
  needs: ['formatData'],
  options: { arrays: ['objects', 'lists'], descriptions: ['keep', 'overwrite'] },
  sniff: (bytes) => {
    const first = latin1(bytes.subarray(0, LOOKED_AT))
    return !BEGINS_LIKE_XML.test(first) && (EXPORTS.test(first) || EXPORTS.test(latin1(bytes.subarray(-LOOKED_AT))))
  },
  read: readModule,
  write: writeModule,
  patch: patchModule,
}

const latin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)
