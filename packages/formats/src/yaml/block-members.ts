import { type Edit, placesFor } from '../edits.ts'
import { membersOf, type NewNode } from '../tree/new-branch.ts'
import type { Branch, Member } from '../tree/outline.ts'
import type { BranchChange } from '../tree/plan-patch.ts'
import { printMember, type YamlStyle } from './print.ts'
import { behindBreak, isBreak } from './yaml-characters.ts'

const REST_OF_LINE = /(?:[ \t]+(?:#[^\n\r]*)?)?/y
const NOTHING = '- ~'

/** The edits of a map or a list that is made of lines. */
export function blockEdits(text: string, change: BranchChange, style: YamlStyle): Edit[] {
  const { branch, removed } = change
  const kept = removed.size === 0 ? branch.members : branch.members.filter((member) => !removed.has(member))
  const added = membersOf(change.added, false).members
  if (kept.length === 0) return [refilled(text, branch, added, style)]
  const edits = [...removals(text, change)]
  const nodes = new Map(added)
  for (const [place, names] of placesOf(branch, kept, [...nodes.keys()])) {
    const members = names.map((name) => [branch.isList ? undefined : name, nodes.get(name) as NewNode] as const)
    const sibling = kept[place]
    edits.push(
      sibling ? behind(text, sibling, members, style) : before(text, branch, kept[0] as Member, members, style),
    )
  }
  return edits
}

type Members = readonly (readonly [name: string | undefined, node: NewNode])[]

function placesOf({ isList }: Branch, kept: readonly Member[], names: string[]): Map<number, string[]> {
  if (!isList)
    return placesFor(
      kept.map(({ name }) => name),
      names,
    )
  return new Map(names.length === 0 ? [] : [[kept.length - 1, names]])
}

/** A member as the file would have it at an indentation. */
const printed = ([name, node]: Members[number], style: YamlStyle, indent: string) =>
  [...printMember(name, node, style, indent)].join('')

function behind(text: string, sibling: Member, members: Members, style: YamlStyle): Edit {
  const indent = indentOf(text, sibling.from)
  const at = endOfLine(text, sibling.to)
  const lines = members.map((member) => style.lineEnd + indent + printed(member, style, indent))
  return { from: at, to: at, text: lines.join('') }
}

function before(text: string, { members: all }: Branch, kept: Member, members: Members, style: YamlStyle): Edit {
  const indent = indentOf(text, kept.from)
  const lines = members.map((member) => printed(member, style, indent) + style.lineEnd)
  const at = all[0]?.lead ?? kept.lead
  // Behind a dash, in the line of which something stays.
  if (!isFirstInLine(text, at)) return { from: at, to: at, text: lines.map((line) => line + indent).join('') }
  const lineStart = lineStartOf(text, kept.lead)
  return { from: lineStart, to: lineStart, text: lines.map((line) => indent + line).join('') }
}

/** All members give way to others, or to the sign for none. */
function refilled(text: string, branch: Branch, added: [string, NewNode][], style: YamlStyle): Edit {
  const first = branch.members[0] as Member
  const indent = indentOf(text, first.from)
  const lines = added.map(([name, node]) => printed([branch.isList ? undefined : name, node], style, indent))
  const to = endOfLine(text, branch.members.at(-1)?.to ?? first.to)
  return { from: first.lead, to, text: lines.join(style.lineEnd + indent) || (branch.isList ? '[]' : '{}') }
}

/** Runs of members that go. In a list, what others come after leaves a gap, so that these keep their places. */
function* removals(text: string, { branch, removed }: BranchChange): Generator<Edit, void, void> {
  const { members, isList } = branch
  if (removed.size === 0) return
  const last = members.findLastIndex((member) => !removed.has(member))
  for (let at = 0; at < members.length; at++) {
    const first = members[at] as Member
    if (!removed.has(first)) continue
    if (isList && at < last) {
      yield { from: first.from, to: first.to, text: NOTHING }
      continue
    }
    let end = at
    while (end + 1 < members.length && removed.has(members[end + 1] as Member)) end++
    yield removal(text, first, members[end] as Member, members[end + 1])
    at = end
  }
}

function removal(text: string, first: Member, last: Member, next: Member | undefined): Edit {
  // Where the first one stands behind a dash, the next one takes its place there.
  if (next && !isFirstInLine(text, first.lead)) return { from: first.lead, to: next.lead, text: '' }
  const from = lineStartOf(text, first.lead)
  const end = endOfLine(text, last.to)
  if (end < text.length) return { from, to: behindBreak(text, end), text: '' }
  return { from: beforeBreak(text, from), to: end, text: '' }
}

function beforeBreak(text: string, at: number): number {
  if (at === 0) return 0
  return text[at - 1] === '\n' && text[at - 2] === '\r' ? at - 2 : at - 1
}

/** Behind a value and its comment. */
export function endOfLine(text: string, at: number): number {
  REST_OF_LINE.lastIndex = at
  return REST_OF_LINE.test(text) ? REST_OF_LINE.lastIndex : at
}

export function lineStartOf(text: string, at: number): number {
  let start = at
  while (start > 0 && !isBreak(text.charCodeAt(start - 1))) start--
  return start
}

const isFirstInLine = (text: string, at: number) => /^[ \t]*$/.test(text.slice(lineStartOf(text, at), at))

/** What brings something below a place of another line. */
export const indentOf = (text: string, at: number) => ' '.repeat(at - lineStartOf(text, at))
