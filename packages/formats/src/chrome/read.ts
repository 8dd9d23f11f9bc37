import type { Format } from '../format.ts'
import { readTold } from '../json/told-entries.ts'
import { FAMILY, messagesIn } from './message.ts'

export const readChrome: Format['read'] = (bytes, options) =>
  readTold(bytes, options, { family: FAMILY, syntax: 'chrome', textsIn: messagesIn })
