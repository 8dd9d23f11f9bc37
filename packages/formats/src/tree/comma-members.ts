import { type Edit, placesFor } from '../edits.ts'
import { membersOf, type NewNode } from './new-branch.ts'
import type { Member } from './outline.ts'
import type { BranchChange } from './plan-patch.ts'

/** How a kind of file writes members that are parted by commas. */
export interface CommaStyle {
  /** What may follow a member on its line and is about it: white space and a comment. Sticky. */
  restOfLine: RegExp
  lineEnd: string
  /** What a level is indented by. */
  unit: string
  /** What stands in a list where nothing is. */
  nothing: string
  /** Without a comma. In lists without a name. */
  print(name: string | undefined, node: NewNode, indent: string, isOnOneLine: boolean): string
}

/** The edits of an object or a list, from bracket to bracket. */
export function commaEdits(text: string, change: BranchChange, style: CommaStyle): Edit[] {
  const { branch, removed } = change
  const kept = branch.members.filter((member) => !removed.has(member))
  const edits = [...removals(text, change, style)]
  const added = membersOf(change.added, false).members
  if (added.length === 0) return edits
  if (kept.length === 0) return [...edits, filled(text, change, style, added)]
  const named = kept.filter(
    ({ leaf, branch: inner, name }) => branch.isList || leaf || inner || !name.startsWith('...'),
  )
  const places = branch.isList
    ? new Map([[named.length - 1, added.map(([name]) => name)]])
    : placesFor(
        named.map(({ name }) => name),
        added.map(([name]) => name),
      )
  const nodes = new Map(added)
  for (const [place, names] of places) {
    const members = names.map((name) => [branch.isList ? undefined : name, nodes.get(name) as NewNode] as const)
    const sibling = named[place] ?? (place < 0 ? undefined : kept.at(-1))
    edits.push(...(sibling ? behind(text, sibling, members, style) : before(text, kept[0] as Member, members, style)))
  }
  return edits
}

type Members = readonly (readonly [name: string | undefined, node: NewNode])[]

function behind(text: string, sibling: Member, members: Members, style: CommaStyle): Edit[] {
  const indent = indentBefore(text, sibling.lead)
  const { comma } = sibling
  const end = endOfLine(text, (comma ?? sibling.to - 1) + 1, style)
  const isOnOneLine = indent === undefined || end === undefined
  const printed = members.map(([name, node]) => style.print(name, node, indent ?? '', isOnOneLine))
  if (isOnOneLine) {
    if (comma !== undefined) return [insertion(comma + 1, printed.map((member) => ` ${member},`).join(''))]
    return [insertion(sibling.to, printed.map((member) => `, ${member}`).join(''))]
  }
  const lines = printed.map((member) => style.lineEnd + indent + member)
  if (comma !== undefined) return [insertion(end, lines.map((line) => `${line},`).join(''))]
  const written = lines.join(',')
  return end === sibling.to ? [insertion(end, `,${written}`)] : [insertion(sibling.to, ','), insertion(end, written)]
}

function before(text: string, first: Member, members: Members, style: CommaStyle): Edit[] {
  const indent = indentBefore(text, first.lead)
  const printed = members.map(([name, node]) => style.print(name, node, indent ?? '', indent === undefined))
  const between = indent === undefined ? ' ' : style.lineEnd + indent
  return [insertion(first.lead, printed.map((member) => `${member},${between}`).join(''))]
}

/** An object in which nothing stands, or nothing stays. */
function filled(text: string, { branch }: BranchChange, style: CommaStyle, members: Members): Edit {
  const [first] = branch.members
  const around = first ? indentBefore(text, first.lead) : undefined
  const outer = indentOfLine(text, branch.from)
  const indent = around ?? outer + style.unit
  const isOnOneLine = first !== undefined && around === undefined
  const printed = members.map(([name, node]) =>
    style.print(branch.isList ? undefined : name, node, indent, isOnOneLine),
  )
  if (first && isOnOneLine) return insertion(first.lead, printed.join(', '))
  const lines = printed.map((member) => `${style.lineEnd}${indent}${member},`).join('')
  return insertion(branch.from + 1, first ? lines : `${lines}${style.lineEnd}${outer}`)
}

/** Runs of members that go. In a list, what others come after leaves a gap, so that these keep their places. */
function* removals(text: string, { branch, removed }: BranchChange, style: CommaStyle): Generator<Edit, void, void> {
  const { members, isList } = branch
  let last = members.length
  while (last > 0 && removed.has(members[last - 1] as Member)) last--
  for (let at = 0; at < members.length; at++) {
    const first = members[at] as Member
    if (!removed.has(first)) continue
    if (isList && at < last) {
      yield { from: first.from, to: first.to, text: style.nothing }
      continue
    }
    let end = at
    while (end + 1 < members.length && removed.has(members[end + 1] as Member)) end++
    yield removal(text, members, at, end, style)
    at = end
  }
}

function removal(text: string, members: readonly Member[], at: number, end: number, style: CommaStyle): Edit {
  const first = members[at] as Member
  const last = members[end] as Member
  const lineEnd = endOfLine(text, last.comma === undefined ? last.to : last.comma + 1, style)
  const indent = indentBefore(text, first.lead)
  if (indent !== undefined && lineEnd !== undefined) {
    const from = first.lead - indent.length
    return { from: beforeLineEnd(text, from), to: lineEnd, text: '' }
  }
  const next = members[end + 1]
  if (next) return { from: first.lead, to: next.lead, text: '' }
  const before = members[at - 1]
  const from = before && last.comma === undefined ? before.to : first.lead
  return { from, to: last.comma === undefined ? last.to : last.comma + 1, text: '' }
}

const insertion = (at: number, text: string): Edit => ({ from: at, to: at, text })

/** The indentation of something that begins its line, undefined for anything else. */
export function indentBefore(text: string, at: number): string | undefined {
  let start = at
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start--
  return start === 0 || text[start - 1] === '\n' || text[start - 1] === '\r' ? text.slice(start, at) : undefined
}

export function indentOfLine(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1
  return /^[ \t]*/.exec(text.slice(start, Math.min(at, start + 1_000)))?.[0] ?? ''
}

/** Where the line ends, if nothing of importance follows on it. */
function endOfLine(text: string, at: number, { restOfLine }: CommaStyle): number | undefined {
  restOfLine.lastIndex = at
  const end = restOfLine.test(text) ? restOfLine.lastIndex : at
  return end === text.length || text[end] === '\n' || text[end] === '\r' ? end : undefined
}

/** The line break before an offset goes with the line behind it. */
function beforeLineEnd(text: string, at: number): number {
  if (text[at - 1] === '\n') return text[at - 2] === '\r' ? at - 2 : at - 1
  return text[at - 1] === '\r' ? at - 1 : at
}
