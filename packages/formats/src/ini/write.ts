import type { Entry } from '../entry.ts'
import type { Writer } from '../format.ts'
import { listOf } from '../list-of.ts'
import { nameOfKey } from '../stored-key.ts'
import { pieces } from '../tree/pieces.ts'
import { spelledComment, spelledName, spelledNewValue, type ValueStyle } from './spell.ts'

/** What does not look like the name of a section is part of a sentence. */
const IN_SECTION = /^([\p{L}\p{N}_-]+)\.(?=[^\s.])/u

export const fileName = ({ key, formatData }: Entry) => nameOfKey(key, formatData, 'ini')

/** The section for a name of a file that has none for it. */
export const sectionOf = (name: string): string => IN_SECTION.exec(name)?.[1] ?? ''

/** The lines of an entry in a section, its description before it. */
export function linesOf(entry: Entry, section: string, separator: string, style: ValueStyle): string[] {
  const name = fileName(entry).slice(section === '' ? 0 : section.length + 1)
  const comment = entry.description ? spelledComment(entry.description) : []
  return [...comment, spelledName(name, style) + separator + spelledNewValue(entry.value, style)]
}

const STYLE: ValueStyle = { quoting: 'none', lineEnd: '\n' }

/** What stands in no section comes first in a file, wherever it comes among the others. */
export function writeIni(): Writer {
  const sections = new Map<string, string[]>([['', []]])
  return {
    add(entries) {
      for (const entry of entries) {
        const section = sectionOf(fileName(entry))
        listOf(sections, section).push(`${linesOf(entry, section, '=', STYLE).join('\n')}\n`)
      }
      return ''
    },
    end: () => pieces(printed(sections)),
  }
}

function* printed(sections: ReadonlyMap<string, readonly string[]>): Generator<string, void, void> {
  let isFirst = true
  for (const [section, entries] of sections) {
    if (section !== '') yield `${isFirst ? '' : '\n'}[${section}]\n`
    if (entries.length > 0) isFirst = false
    yield* entries
  }
}
