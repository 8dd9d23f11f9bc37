import type { Format } from '../format.ts'
import { patchJson } from './patch.ts'
import { readJson } from './read.ts'
import { writeJson } from './write.ts'

/** Whatever comes before it, in whatever encoding: that it is another than UTF-8 is found when it is read. */
const BEGINS_LIKE_JSON = /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*[{[]/
const LOOKED_AT = 4096

export const json: Format<'json'> = {
  id: 'json',
  name: 'JSON',
  extensions: ['json'],
  mediaType: 'application/json',
  path: '{locale}.json',
  isMultiLocale: false,
  hasPlurals: true,
  hasDescriptions: false,
  hasStatuses: false,
  syntax: 'icu',
  needs: ['names'],
  options: { arrays: ['objects', 'lists'] },
  sniff: (bytes) => BEGINS_LIKE_JSON.test(new TextDecoder('latin1').decode(bytes.subarray(0, LOOKED_AT))),
  read: readJson,
  write: writeJson,
  patch: patchJson,
}
