import type { Entry } from '../entry.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { nameOfKey } from '../stored-key.ts'
import { type Spelling, spelled, spelledComment } from './spelling.ts'
import type { Quote } from './tokens.ts'

/** How the lines of an entry look. */
export interface Style extends Spelling {
  name: Quote
  separator: string
  value: Quote
}

export const USUAL: Style = { name: '"', separator: ' = ', value: '"', isAscii: false }

/** The lines of an entry, its description before it. */
export function linesOf({ key, value, description, formatData }: Entry, style: Style): string[] {
  const name = spelled(nameOfKey(key, formatData, 'apple'), style.name, style)
  const line = `${name}${style.separator}${spelled(value, style.value, style)};`
  return description ? [...spelledComment(description), line] : [line]
}

/** Of a plural that is no text with forms of a count: all others stand in the file beside this one. */
export const UNSAYABLE = { letter: '{', pattern: ',\\s*(?:plural|selectordinal)\\s*,' }

const IS_UNSAYABLE = new RegExp(UNSAYABLE.pattern)

export function writeStrings({ remark }: WriteOptions): Writer {
  const tell = ({ key, value, isPlural }: Entry) => {
    if (!isPlural || !IS_UNSAYABLE.test(value)) return
    const message = 'The files of Apple have no such forms, so it was left as an ICU message.'
    remark?.({ severity: 'warning', code: 'value_not_convertible', key, message })
  }
  return {
    add(entries) {
      entries.forEach(tell)
      return entries.map((entry) => `${linesOf(entry, USUAL).join('\n')}\n`).join('')
    },
    end: () => [],
  }
}
