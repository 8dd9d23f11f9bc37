import { membersOf, NewBranch, type NewNode } from '../tree/new-branch.ts'
import { commentOf, commentsOf } from './js-comment.ts'
import { literalOf, nameLiteral, type Quote } from './js-text.ts'

export interface ModuleStyle {
  /** What a level is indented by. */
  unit: string
  quote: Quote
  hasBareNames: boolean
  hasLists: boolean
  lineEnd: string
  /** Whether the last member has a comma as well. */
  hasLastComma: boolean
}

export const STANDARD_STYLE: ModuleStyle = {
  unit: '  ',
  quote: "'",
  hasBareNames: true,
  hasLists: false,
  lineEnd: '\n',
  hasLastComma: true,
}

/** An object or a list, from bracket to bracket, line by line. */
export function* printBranch(branch: NewBranch, style: ModuleStyle, indent: string): Generator<string, void, void> {
  const { isList, members } = membersOf(branch, style.hasLists)
  if (members.length === 0) {
    yield '{}'
    return
  }
  yield isList ? '[' : '{'
  const inner = indent + style.unit
  for (const [at, [name, node]] of members.entries()) {
    yield style.lineEnd + inner
    yield* printMember(isList ? undefined : name, node, style, inner)
    if (at + 1 < members.length || style.hasLastComma) yield ','
  }
  yield `${style.lineEnd}${indent}${isList ? ']' : '}'}`
}

/** A member behind its indentation, without a comma. */
export function* printMember(
  name: string | undefined,
  node: NewNode,
  style: ModuleStyle,
  indent: string,
  isOnOneLine = false,
): Generator<string, void, void> {
  if (node.description && isOnOneLine) yield `${commentOf(node.description)} `
  else if (node.description) for (const line of commentsOf(node.description)) yield line + style.lineEnd + indent
  if (name !== undefined) yield `${nameLiteral(name, style.quote, style.hasBareNames)}: `
  if (node instanceof NewBranch) yield* printBranch(node, style, indent)
  else yield literalOf(node.value, style.quote, style.lineEnd)
}
