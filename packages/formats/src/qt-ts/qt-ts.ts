import type { Format } from '../format.ts'
import { rootElementOf } from '../xml/root-element.ts'
import { patchQt } from './patch.ts'
import { readQt } from './read.ts'
import { writeQt } from './write.ts'

export const qtTs: Format<'qt-ts'> = {
  id: 'qt-ts',
  name: 'Qt Linguist',
  extensions: ['ts'],
  mediaType: 'text/vnd.trolltech.linguist',
  path: '{locale}.ts',
  isMultiLocale: false,
  hasPlurals: true,
  hasDescriptions: true,
  hasStatuses: true,
  syntax: 'qt',
  needs: ['source', 'formatData'],
  options: { source: ['create', 'overwrite', 'ignore'] },
  sniff: (bytes) => rootElementOf(bytes)?.name === 'TS',
  read: readQt,
  write: writeQt,
  remarkable: 'all',
  patch: patchQt,
}
