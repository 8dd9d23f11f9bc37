import { membersOf, NewBranch, type NewNode } from '../tree/new-branch.ts'
import { inLines, isOfLines, type Quoting, spelled } from './spell.ts'
import { commentLines } from './yaml-comment.ts'

export interface YamlStyle {
  /** What a level is indented by. */
  unit: string
  /** Of texts. */
  quoting: Quoting
  nameQuoting: Quoting
  hasLists: boolean
  lineEnd: string
}

export const STANDARD_STYLE: YamlStyle = {
  unit: '  ',
  quoting: 'plain',
  nameQuoting: 'plain',
  hasLists: false,
  lineEnd: '\n',
}

/** Longer ones need a question mark: readers look no further for the colon. */
const LONGEST_NAME = 1_000

/** The members of a map or a list, line by line. Each line but the first begins with its break and indentation. */
export function* printMembers(branch: NewBranch, style: YamlStyle, indent: string): Generator<string, void, void> {
  const { isList, members } = membersOf(branch, style.hasLists)
  let before = ''
  for (const [name, node] of members) {
    yield before
    yield* printMember(isList ? undefined : name, node, style, indent)
    before = style.lineEnd + indent
  }
}

/** A member behind its indentation, without a line break at its end. In lists without a name. */
export function* printMember(
  name: string | undefined,
  node: NewNode,
  style: YamlStyle,
  indent: string,
): Generator<string, void, void> {
  const line = style.lineEnd + indent
  if (node.description) for (const comment of commentLines(node.description)) yield comment + line
  const spelledName = name === undefined ? undefined : spelled(name, style.nameQuoting, false)
  if (spelledName === undefined) yield '-'
  else yield spelledName.length > LONGEST_NAME ? `? ${spelledName}${line}:` : `${spelledName}:`
  const inner = indent + (name === undefined ? '  ' : style.unit)
  if (!(node instanceof NewBranch)) yield ` ${valueLines(node.value, style, inner)}`
  else if (node.members.size === 0) yield ' {}'
  else {
    // Behind a dash the first member stands in the same line, unless a comment comes before it.
    yield name === undefined && !beginsWithComment(node, style) ? ' ' : style.lineEnd + inner
    yield* printMembers(node, style, inner)
  }
}

const valueLines = (text: string, { quoting, lineEnd }: YamlStyle, indent: string) =>
  isOfLines(text) ? inLines(text, indent, lineEnd) : spelled(text, quoting, false)

function beginsWithComment(branch: NewBranch, style: YamlStyle): boolean {
  const { isList, members } = membersOf(branch, style.hasLists)
  const [, first] = members[0] ?? []
  if (first?.description) return true
  return isList && first instanceof NewBranch && beginsWithComment(first, style)
}

/** A map or a list in brackets, in one line but for comments. */
export function* printInFlow(node: NewNode, style: FlowStyle): Generator<string, void, void> {
  if (!(node instanceof NewBranch)) {
    yield spelled(node.value, style.quoting, true)
    return
  }
  const { isList, members } = membersOf(node, style.hasLists)
  yield isList ? '[' : '{'
  for (const [at, [name, member]] of members.entries()) {
    if (at > 0) yield `,${style.space}`
    yield* printFlowMember(isList ? undefined : name, member, style)
  }
  yield isList ? ']' : '}'
}

export interface FlowStyle extends Pick<YamlStyle, 'quoting' | 'nameQuoting' | 'hasLists' | 'lineEnd'> {
  /** Behind colons and commas. */
  space: '' | ' '
  /** How far in lines are that comments make necessary. */
  indent: string
}

/** A member between commas; `isInLine` where something stands before it in its line. */
export function* printFlowMember(
  name: string | undefined,
  node: NewNode,
  style: FlowStyle,
  isInLine = true,
): Generator<string, void, void> {
  if (node.description) {
    const line = style.lineEnd + style.indent
    if (isInLine) yield line
    for (const comment of commentLines(node.description)) yield comment + line
  }
  if (name !== undefined) {
    const spelledName = spelled(name, style.nameQuoting, true)
    yield spelledName.length > LONGEST_NAME ? `? ${spelledName} : ` : `${spelledName}:${style.space}`
  }
  yield* printInFlow(node, style)
}
