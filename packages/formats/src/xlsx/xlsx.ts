import type { Format } from '../format.ts'
import { patchXlsx } from './patch.ts'
import { readXlsx } from './read.ts'
import { isWorkbook } from './workbook.ts'
import { writeXlsx } from './write.ts'

export const xlsx: Format<'xlsx'> = {
  id: 'xlsx',
  name: 'Excel workbook',
  extensions: ['xlsx'],
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  path: '{namespace}.xlsx',
  isMultiLocale: true,
  hasPlurals: true,
  hasDescriptions: true,
  hasStatuses: true,
  syntax: 'icu',
  needs: ['characterLimit', 'formatData'],
  sniff: isWorkbook,
  read: readXlsx,
  write: writeXlsx,
  remarkable: 'all',
  patch: patchXlsx,
}
