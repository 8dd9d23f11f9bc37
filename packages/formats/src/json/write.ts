import type { WriteOptions, Writer } from '../format.ts'
import { nameWriter } from './listing-writer.ts'

/** The texts as they are stored. */
export function writeJson(options: WriteOptions): Writer {
  const json = nameWriter(options)
  return {
    add(entries) {
      let text = ''
      for (const { key, value } of entries) text += json.entry(key, value)
      return text
    },
    end: () => [json.end()],
  }
}
