import type { Entry } from '../entry.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { endedByNewline } from '../json/ended-by-newline.ts'
import { nameWriter } from '../json/listing-writer.ts'
import { isMisread, messageOf } from './message.ts'

export function writeFormatjs(options: WriteOptions): Writer {
  const json = nameWriter(options)
  return endedByNewline({
    add(entries) {
      let text = ''
      for (const entry of entries) text += json.entry(entry.key, valueToWrite(entry))
      return text
    },
    end: () => [json.end()],
  })
}

/** A text by itself, unless there is more to say. */
export function valueToWrite(entry: Entry) {
  const { value, isTold } = messageOf(entry)
  return isTold || isMisread(entry.key) ? value : entry.value
}
