import type { Entry } from '../entry.ts'
import type { Writer } from '../format.ts'
import { nameOfKey } from '../stored-key.ts'
import { type Highest, spelledComment, spelledName, spelledValue } from './spell.ts'

/** The lines of an entry, its description before it. */
export function linesOf(
  { key, value, description, formatData }: Entry,
  highest: Highest,
  separator: string,
  indent = '',
): string[] {
  const name = spelledName(nameOfKey(key, formatData, 'properties'), highest)
  const comment = description ? spelledComment(description, highest) : []
  return [...comment, `${name}${separator}${spelledValue(value, highest, separator)}`].map((line) => indent + line)
}

export const writeProperties = (highest: Highest): Writer => ({
  add: (entries) => entries.map((entry) => `${linesOf(entry, highest, '=').join('\n')}\n`).join(''),
  end: () => [],
})
