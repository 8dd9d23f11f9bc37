import type { Format } from '../format.ts'
import { rootElementOf } from '../xml/root-element.ts'
import { patchXliff } from './patch.ts'
import { readXliff } from './read.ts'
import { xliffWriter } from './write.ts'

const VERSION_2 = /\sversion\s*=\s*["']2/

/** Which of the two kinds of XLIFF a file is, if it is one. */
export function versionOf(bytes: Uint8Array): '1.2' | '2.0' | undefined {
  const root = rootElementOf(bytes)
  if (root?.name !== 'xliff') return undefined
  return VERSION_2.test(root.attributes) ? '2.0' : '1.2'
}

export const xliff12: Format<'xliff-1.2'> = {
  id: 'xliff-1.2',
  name: 'XLIFF 1.2',
  extensions: ['xlf', 'xliff'],
  mediaType: 'application/x-xliff+xml',
  path: '{locale}.xlf',
  isMultiLocale: false,
  hasPlurals: true,
  hasDescriptions: true,
  hasStatuses: true,
  syntax: 'icu',
  needs: ['characterLimit', 'source', 'formatData'],
  options: { source: ['create', 'overwrite', 'ignore'] },
  sniff: (bytes) => versionOf(bytes) === '1.2',
  read: readXliff,
  write: (options) => xliffWriter('1.2', options),
  remarkable: 'all',
  patch: patchXliff,
}
