import type { WriteOptions, Writer } from '../format.ts'
import { writeTree } from '../yaml/write.ts'
import { railsForms } from './rails-plurals.ts'

export const writeRails = (options: WriteOptions): Writer =>
  writeTree(options, [options.locale], (entry) => (entry.isPlural ? railsForms(entry, options) : undefined))
