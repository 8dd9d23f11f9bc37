import type { WriteOptions, Writer } from '../format.ts'
import { endedByNewline } from '../json/ended-by-newline.ts'
import { JsonWriter } from '../json/json-writer.ts'
import { LOCALE, membersOf, spelledLocale } from './resource.ts'

export function writeArb(options: WriteOptions): Writer {
  const json = new JsonWriter({ structure: 'flat', style: 'pretty' })
  let head: string | undefined = spelledLocale(options.locale)
  const start = () => {
    const text = head === undefined ? '' : json.entry(LOCALE, head)
    head = undefined
    return text
  }
  return endedByNewline({
    add(entries) {
      let text = start()
      for (const entry of entries) for (const member of membersOf(entry, options) ?? []) text += json.entry(...member)
      return text
    },
    end: () => [start() + json.end()],
  })
}
