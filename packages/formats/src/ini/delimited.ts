import { type IniLine, isBlank, LONGEST_NAME } from './line.ts'
import { unescaped } from './value.ts'

/** A name and where its text begins. */
export interface Delimited {
  name: string
  nameEnd: number
  valueFrom: number
}

/** With a sign in it that would end it, as go-ini reads and writes them. */
const QUOTED = /^(?:"((?:[^"\\]|\\[\s\S])*)"|`([^`]*)`)(?=[ \t]*[=:])/

/** Undefined: nothing parts a name from a text in this line. */
export function delimitedAt(text: string, { start, end }: IniLine): Delimited | undefined {
  const part = text.slice(start, Math.min(end, start + LONGEST_NAME))
  const [quoted, escaped, plain] = QUOTED.exec(part) ?? []
  const found = quoted === undefined ? separatorIn(part) : quoted.length + part.slice(quoted.length).search(/[=:]/)
  if (found < 0) return undefined
  const delimiter = start + found
  const bare = part.slice(0, delimiter - start).trimEnd()
  const name = escaped === undefined ? (plain ?? bare) : unescaped(escaped)
  let valueFrom = delimiter + 1
  while (valueFrom < end && isBlank(text, valueFrom)) valueFrom++
  return { name, nameEnd: start + (quoted ?? bare).length, valueFrom }
}

/** A colon that something follows without a blank may belong to a name, as it does in files of Joomla. */
function separatorIn(line: string): number {
  const equals = line.indexOf('=')
  if (equals < 0) return line.indexOf(':')
  const colon = line.search(/:(?=[ \t])/)
  return colon < 0 ? equals : Math.min(colon, equals)
}
