import type { WriteOptions, Writer } from '../format.ts'
import { endedByNewline } from '../json/ended-by-newline.ts'
import { JsonWriter } from '../json/json-writer.ts'
import { Messages } from './message.ts'

export function writeChrome(options: WriteOptions): Writer {
  const json = new JsonWriter({ structure: 'flat', style: 'pretty' })
  const messages = new Messages(options)
  return endedByNewline({
    add(entries) {
      let text = ''
      for (const entry of entries) {
        const member = messages.memberOf(entry)
        if (member) text += json.entry(...member)
      }
      return text
    },
    end: () => [json.end()],
  })
}
