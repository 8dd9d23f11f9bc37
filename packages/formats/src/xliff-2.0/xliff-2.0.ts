import type { Format } from '../format.ts'
import { xliffWriter } from '../xliff-1.2/write.ts'
import { versionOf, xliff12 } from '../xliff-1.2/xliff-1.2.ts'

export const xliff20: Format<'xliff-2.0'> = {
  ...xliff12,
  id: 'xliff-2.0',
  name: 'XLIFF 2.0',
  mediaType: 'application/xliff+xml',
  sniff: (bytes) => versionOf(bytes) === '2.0',
  write: (options) => xliffWriter('2.0', options),
}
