import type { Format } from '../format.ts'
import { patchPo } from './patch.ts'
import { storedData } from './po-data.ts'
import { readPo } from './read.ts'
import { syntaxOfFlags } from './syntax-flags.ts'
import { writePo } from './write.ts'

/** A keyword or a comment at the beginning, in whatever encoding. */
const BEGINS_LIKE_PO = /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*(#|m\0?s\0?g)/
const LOOKED_AT = 4096

export const looksLikePo = (bytes: Uint8Array) =>
  BEGINS_LIKE_PO.test(new TextDecoder('latin1').decode(bytes.subarray(0, LOOKED_AT)))

export const po: Format<'po'> = {
  id: 'po',
  name: 'gettext PO',
  extensions: ['po'],
  mediaType: 'text/x-gettext-translation',
  path: '{locale}.po',
  isMultiLocale: false,
  hasPlurals: true,
  hasDescriptions: true,
  hasStatuses: true,
  syntax: 'printf',
  syntaxSaidIn: (formatData) => syntaxOfFlags(storedData(formatData, '').flags),
  needs: ['source', 'formatData'],
  options: {
    monolingual: [false, true],
    markUnreviewed: [false, true],
    source: ['create', 'overwrite', 'ignore'],
    descriptions: ['keep', 'overwrite'],
  },
  remarkable: 'all',
  sniff: looksLikePo,
  read: (bytes, options) => readPo(bytes, options, 'translations'),
  write: (options) => writePo(options, 'translations'),
  patch: (base, options) => patchPo(base, options, 'translations'),
}
