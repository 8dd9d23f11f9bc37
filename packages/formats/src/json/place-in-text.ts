import { type JsonStyle, lastLine } from './json-style.ts'
import type { JsonNode } from './json-tree.ts'

/** How far the line is indented in which something stands; undefined in a file of one line. */
export function indentAt(text: string, at: number, style: JsonStyle): string | undefined {
  if (style.indent === undefined) return undefined
  const begin = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1
  return /^[ \t]*/.exec(text.slice(begin, at))?.[0] ?? ''
}

/** How far members are indented between which something stands; undefined where they stand in one line. */
export const indentIn = (separator: string): string | undefined =>
  /[\r\n]/.test(separator) ? /[ \t]*$/.exec(separator)?.[0] : undefined

/** What stands between a member and the one before it, without blank lines. */
export function separatorOf(text: string, node: JsonNode, at: number): string {
  const { members = [] } = node
  const [one, other] = at === 0 ? [members[0], members[1]] : [members[at - 1], members[at]]
  if (!one || !other) return `,${lastLine(text.slice(node.from + 1, one?.start ?? node.from + 1))}`
  const between = text.slice(one.to, other.start)
  const comma = between.indexOf(',')
  return `${lastLine(between.slice(0, comma))},${lastLine(between.slice(comma + 1))}`
}
