import type { Format } from '../format.ts'
import { UnreadableFile } from '../remark.ts'
import { beginningOf } from '../text-file.ts'
import { headerOf } from './header.ts'
import { patchCsv } from './patch.ts'
import { readCsv } from './read.ts'
import { writeCsv } from './write.ts'

/** More than the names of many columns. */
const LOOKED_AT = 2 ** 16

/** Whether its first row has names of columns, a language among them. */
function hasHeader(bytes: Uint8Array): boolean {
  const steps = headerOf(beginningOf(bytes, LOOKED_AT))
  try {
    for (let step = steps.next(); ; step = steps.next())
      if (step.done) return (step.value?.columns?.locales.length ?? 0) > 0
  } catch (error) {
    if (error instanceof UnreadableFile) return false
    throw error
  }
}

export const csv: Format<'csv'> = {
  id: 'csv',
  name: 'CSV',
  extensions: ['csv'],
  mediaType: 'text/csv',
  path: '{namespace}.csv',
  isMultiLocale: true,
  hasPlurals: true,
  hasDescriptions: true,
  hasStatuses: true,
  syntax: 'icu',
  needs: ['characterLimit', 'formatData'],
  sniff: hasHeader,
  read: readCsv,
  write: writeCsv,
  patch: patchCsv,
}
