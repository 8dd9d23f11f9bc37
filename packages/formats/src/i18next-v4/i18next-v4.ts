import type { Format } from '../format.ts'
import { json } from '../json/json.ts'
import { readI18next } from './read.ts'
import { writeI18next } from './write.ts'

export const i18nextV4: Format<'i18next-v4'> = {
  ...json,
  id: 'i18next-v4',
  name: 'i18next JSON v4',
  syntax: 'i18next',
  // Only its texts look different, and what is written in a text decides nothing.
  sniff: () => false,
  read: readI18next,
  write: writeI18next,
}
