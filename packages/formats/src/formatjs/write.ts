import type { Entry } from '../entry.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { endedByNewline } from '../json/ended-by-newline.ts'
import type { NewValue } from '../json/json-style.ts'
import { nameWriter } from '../json/listing-writer.ts'
import { nameOfKey } from '../stored-key.ts'
import { FAMILY, isMisread, messageOf } from './message.ts'

export function writeFormatjs(options: WriteOptions): Writer {
  const json = nameWriter(options)
  // Names that were too long to be stored do not come in their order.
  const late: [name: string, value: NewValue][] = []
  return endedByNewline({
    add(entries) {
      let text = ''
      for (const entry of entries) {
        const name = nameOfKey(entry.key, entry.formatData, FAMILY)
        if (name === entry.key) text += json.entry(name, valueToWrite(entry))
        else late.push([name, valueToWrite(entry)])
      }
      return text
    },
    end: () => [late.map(([name, value]) => json.atTop(name, value)).join('') + json.end()],
  })
}

/** A text by itself, unless there is more to say. */
export function valueToWrite(entry: Entry) {
  const { value, isTold } = messageOf(entry)
  return isTold || isMisread(entry.key) ? value : entry.value
}
