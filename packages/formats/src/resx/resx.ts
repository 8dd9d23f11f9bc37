import type { Format } from '../format.ts'
import { rootElementOf } from '../xml/root-element.ts'
import { patchResx } from './patch.ts'
import { readResx } from './read.ts'
import { writeResx } from './write.ts'

export const resx: Format<'resx'> = {
  id: 'resx',
  name: '.NET resources',
  extensions: ['resx', 'resw'],
  mediaType: 'text/microsoft-resx',
  path: 'Strings.{locale}.resx',
  sourcePath: 'Strings.resx',
  isMultiLocale: false,
  hasPlurals: false,
  hasDescriptions: true,
  hasStatuses: false,
  syntax: 'dotnet',
  needs: ['formatData'],
  sniff: (bytes) => rootElementOf(bytes)?.name === 'root',
  read: readResx,
  write: writeResx,
  remarkable: 'all',
  patch: patchResx,
}
