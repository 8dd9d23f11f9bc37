import type { WriteOptions, Writer } from '../format.ts'
import { nameOfKey } from '../stored-key.ts'
import { nameWriter } from './listing-writer.ts'
import { FAMILY } from './read.ts'

/** The texts as they are stored. Names that were too long for that do not come in their order. */
export function writeJson(options: WriteOptions): Writer {
  const json = nameWriter(options)
  const late: [name: string, value: string][] = []
  return {
    add(entries) {
      let text = ''
      for (const { key, value, formatData } of entries) {
        const name = formatData ? nameOfKey(key, formatData, FAMILY) : key
        if (name === key) text += json.entry(key, value)
        else late.push([name, value])
      }
      return text
    },
    end: () => [late.map(([name, value]) => json.atTop(name, value)).join('') + json.end()],
  }
}
