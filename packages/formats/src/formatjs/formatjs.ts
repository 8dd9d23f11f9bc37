import type { Format } from '../format.ts'
import { json } from '../json/json.ts'
import { patchFormatjs } from './patch.ts'
import { readFormatjs } from './read.ts'
import { writeFormatjs } from './write.ts'

export const formatjs: Format<'formatjs'> = {
  ...json,
  id: 'formatjs',
  name: 'FormatJS JSON',
  hasDescriptions: true,
  needs: ['formatData'],
  // Texts alone are JSON like any other.
  sniff: () => false,
  read: readFormatjs,
  write: writeFormatjs,
  patch: patchFormatjs,
}
