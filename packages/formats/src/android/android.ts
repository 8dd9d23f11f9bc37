import type { Format } from '../format.ts'
import { rootElementOf } from '../xml/root-element.ts'
import { androidSpelling } from './locale-spelling.ts'
import { patchAndroid } from './patch.ts'
import { readAndroid } from './read.ts'
import { writeAndroid } from './write.ts'

export const android: Format<'android'> = {
  id: 'android',
  name: 'Android resources',
  extensions: ['xml'],
  mediaType: 'application/xml',
  path: 'values-{locale}/strings.xml',
  sourcePath: 'values/strings.xml',
  localeSpelling: androidSpelling,
  isMultiLocale: false,
  hasPlurals: true,
  hasDescriptions: true,
  hasStatuses: false,
  syntax: 'java',
  needs: ['formatData'],
  options: { arrays: ['objects', 'lists'] },
  sniff: (bytes) => rootElementOf(bytes)?.name === 'resources',
  read: readAndroid,
  write: writeAndroid,
  remarkable: 'all',
  patch: patchAndroid,
}
