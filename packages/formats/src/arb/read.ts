import type { Format } from '../format.ts'
import { readTold } from '../json/told-entries.ts'
import { FAMILY, localeIn, resourcesIn } from './resource.ts'

export const readArb: Format['read'] = (bytes, options) =>
  readTold(bytes, options, { family: FAMILY, syntax: 'icu', localeOf: localeIn, textsIn: resourcesIn })
