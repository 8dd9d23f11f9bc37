import { membersOf, NewBranch, type NewNode } from './new-branch.ts'

/** How a kind of file spells members that are parted by commas. */
export interface MemberStyle {
  /** What a level is indented by. */
  unit: string
  lineEnd: string
  /** Whether members called 0 to n−1 become a list. */
  hasLists: boolean
  /** Whether the last member has a comma as well. */
  hasLastComma: boolean
  /** Around the members of an object, and of a list. */
  brackets: [open: string, close: string]
  listBrackets: [open: string, close: string]
  /** With what parts it from its value. */
  name(name: string): string
  text(value: string): string
  /** A description line by line, and beside what it is about. */
  comments(description: string): string[]
  comment(description: string): string
}

/** An object or a list, from bracket to bracket, line by line. */
export function* printBranch(branch: NewBranch, style: MemberStyle, indent: string): Generator<string, void, void> {
  const { isList, members } = membersOf(branch, style.hasLists)
  const [open, close] = isList ? style.listBrackets : style.brackets
  yield open
  if (members.length === 0) {
    yield close
    return
  }
  const inner = indent + style.unit
  for (const [at, [name, node]] of members.entries()) {
    yield style.lineEnd + inner
    yield* printMember(isList ? undefined : name, node, style, inner)
    if (at + 1 < members.length || style.hasLastComma) yield ','
  }
  yield style.lineEnd + indent + close
}

/** A member behind its indentation, without a comma. */
export function* printMember(
  name: string | undefined,
  node: NewNode,
  style: MemberStyle,
  indent: string,
  isOnOneLine = false,
): Generator<string, void, void> {
  if (node.description && isOnOneLine) yield `${style.comment(node.description)} `
  else if (node.description) for (const line of style.comments(node.description)) yield line + style.lineEnd + indent
  if (name !== undefined) yield style.name(name)
  if (node instanceof NewBranch) yield* printBranch(node, style, indent)
  else yield style.text(node.value)
}
