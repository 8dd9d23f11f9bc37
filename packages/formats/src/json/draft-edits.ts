import { compareCodePoints } from '../code-points.ts'
import type { Edit } from '../edits.ts'
import type { Span } from '../entry.ts'
import type { JsonDraft, NewMember, Order } from './json-draft.ts'
import { memberText, spelled } from './json-style.ts'
import type { JsonNode } from './json-tree.ts'
import { indentAt, indentIn, separatorOf } from './place-in-text.ts'

/** Values that are looked at in a millisecond or two. */
const STEP = 5_000

/**
 * The changes of a draft in the order of its text. Some change nothing: they let others go first where much stays as it
 * is.
 */
export function* draftEdits(draft: JsonDraft): Generator<Edit, void, void> {
  const open = [valueEdits(draft, draft.file.root)]
  while (true) {
    const step = open.at(-1)?.next()
    if (!step) return
    if (step.done) open.pop()
    else if ('members' in step.value) open.push(valueEdits(draft, step.value))
    else yield step.value
  }
}

/** The edits of a value, and in between the objects and lists in it that have their own. */
function* valueEdits(draft: JsonDraft, node: JsonNode): Generator<Edit | JsonNode, void, void> {
  const text = draft.replaced.get(node)
  if (text !== undefined) yield { from: node.from, to: node.to, text }
  if (text !== undefined || !node.members) return
  if (node.type === 'array' && draft.inserted.has(node)) {
    yield* longerList(draft, node)
    return
  }
  const kept = draft.keptMembers(node)
  if (kept.length === 0) {
    yield* onlyNew(draft, node)
    return
  }
  const added = new Added(draft, node, yield* orderOf(draft, node, kept))
  let seen = 0
  for (const [at, member] of node.members.entries()) {
    if (at % STEP === STEP - 1) yield { from: member.start, to: member.start, text: '' }
    if (draft.removed.has(member)) {
      yield removal(draft.file.text, node, at, seen === kept.length)
      continue
    }
    if (seen++ === 0) yield* inFront(draft, node, member, added.before(member))
    if (member.members || draft.replaced.has(member)) yield member
    yield* behind(draft, node, at, added.behind(member, kept[seen]))
  }
}

/** What comes behind the members of a list counts on from all of them, so each keeps its place. */
function* longerList(draft: JsonDraft, node: JsonNode): Generator<Edit | JsonNode, void, void> {
  const { members = [] } = node
  for (const member of members) {
    if (draft.removed.has(member)) yield { from: member.from, to: member.to, text: 'null' }
    else if (member.members || draft.replaced.has(member)) yield member
  }
  const added = (draft.inserted.get(node) ?? []).flatMap((some) => some.members)
  if (members.length === 0) yield* onlyNew(draft, node)
  else yield* behind(draft, node, members.length - 1, added)
}

/** Which order the members of an object are in; undefined: new ones come last. */
function* orderOf(
  { inserted, orders }: JsonDraft,
  node: JsonNode,
  kept: readonly JsonNode[],
): Generator<Edit, Order | undefined, void> {
  if (!inserted.has(node)) return undefined
  for (const order of orders) {
    let before = ''
    let isSorted = true
    for (let at = 0; at < kept.length && isSorted; at++) {
      const member = kept[at] ?? node
      const name = order(member.name, member.type === 'object')
      if (at % STEP === STEP - 1) yield { from: node.from, to: node.from, text: '' }
      if (name === undefined) continue
      isSorted = compareCodePoints(before, name) <= 0
      before = name
    }
    if (isSorted) return order
  }
  return undefined
}

/** New members on their way to their places, which are asked for from the first to the last. */
class Added {
  readonly #order: Order | undefined
  readonly #fixed = new Map<JsonNode, NewMember[]>()
  readonly #free: { name: string; members: NewMember[] }[] = []
  #next = 0

  constructor({ inserted, removed }: JsonDraft, node: JsonNode, order: Order | undefined) {
    this.#order = order
    for (const { members, after } of inserted.get(node) ?? []) {
      const [name, value] = members[0]
      const sorted = order?.(name, isObject(value))
      if (after && sorted === undefined && !removed.has(after)) this.#fix(after, members)
      else this.#free.push({ name: sorted ?? name, members })
    }
    this.#free.sort((a, b) => compareCodePoints(a.name, b.name))
  }

  #fix(after: JsonNode, members: NewMember[]): void {
    const there = this.#fixed.get(after)
    if (there) there.push(...members)
    else this.#fixed.set(after, [...members])
  }

  before(first: JsonNode): NewMember[] {
    return this.#order ? this.#freeBefore(first) : []
  }

  behind(member: JsonNode, next: JsonNode | undefined): NewMember[] {
    const fixed = this.#fixed.get(member) ?? []
    if (!next) return [...fixed, ...this.#free.slice(this.#next).flatMap(({ members }) => members)]
    return this.#order ? [...fixed, ...this.#freeBefore(next)] : fixed
  }

  #freeBefore(next: JsonNode): NewMember[] {
    const name = this.#order?.(next.name, next.type === 'object')
    const found: NewMember[] = []
    for (; name !== undefined && this.#next < this.#free.length; this.#next++) {
      const free = this.#free[this.#next]
      if (!free || compareCodePoints(free.name, name) >= 0) break
      found.push(...free.members)
    }
    return found
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The whole line of a member, or all of it up to the next one. What follows in a list keeps its place. */
function removal(text: string, node: JsonNode, at: number, isBehindLast: boolean): Edit {
  const before = node.members?.[at - 1]
  const member = node.members?.[at] ?? node
  if (isBehindLast && before) return { from: before.to, to: member.to, text: '' }
  if (node.type === 'array') return { from: member.from, to: member.to, text: 'null' }
  const begin = before ? text.indexOf(',', before.to) + 1 : node.from + 1
  const blank = text.slice(begin, member.start)
  const line = Math.max(blank.lastIndexOf('\n'), blank.lastIndexOf('\r'))
  const isWindows = blank[line] === '\n' && blank[line - 1] === '\r'
  return { from: begin + Math.max(isWindows ? line - 1 : line, 0), to: text.indexOf(',', member.to) + 1, text: '' }
}

/** Where nothing is left of what was there. */
function* onlyNew(draft: JsonDraft, node: JsonNode): Generator<Edit, void, void> {
  const { members = [] } = node
  const { style, file } = draft
  const added = (draft.inserted.get(node) ?? []).flatMap((some) => some.members)
  const [first, last] = [members[0], members.at(-1)]
  if (!first || !last || added.length === 0) {
    const outer = indentAt(file.text, node.start, style)
    const line = outer === undefined ? '' : style.lineEnd + outer + style.indent
    const end = outer === undefined ? '' : style.lineEnd + outer
    if (added.length > 0 || first)
      yield* inPlaceOf(draft, node, { from: node.from + 1, to: node.to - 1 }, added, `,${line}`, line, end)
    return
  }
  yield* inPlaceOf(draft, node, { from: first.start, to: last.to }, added, separatorOf(file.text, node, 0))
}

function* inPlaceOf(
  draft: JsonDraft,
  node: JsonNode,
  { from, to }: Span,
  added: NewMember[],
  separator: string,
  begin = '',
  end = '',
): Generator<Edit, void, void> {
  yield { from, to, text: added.length > 0 ? begin : '' }
  let isFirst = true
  for (const member of added) {
    yield { from: to, to, text: (isFirst ? '' : separator) + textOf(draft, node, member, separator) }
    isFirst = false
  }
  if (added.length > 0) yield { from: to, to, text: end }
}

function* inFront(draft: JsonDraft, node: JsonNode, first: JsonNode, added: NewMember[]): Generator<Edit, void, void> {
  const separator = added.length === 0 ? '' : separatorOf(draft.file.text, node, 0)
  for (const member of added)
    yield { from: first.start, to: first.start, text: textOf(draft, node, member, separator) + separator }
}

function* behind(draft: JsonDraft, node: JsonNode, at: number, added: NewMember[]): Generator<Edit, void, void> {
  const to = node.members?.[at]?.to ?? node.to
  const separator = added.length === 0 ? '' : separatorOf(draft.file.text, node, at)
  for (const member of added) yield { from: to, to, text: separator + textOf(draft, node, member, separator) }
}

function textOf({ style, file }: JsonDraft, node: JsonNode, [name, value]: NewMember, separator: string): string {
  const indent = indentIn(separator)
  if (node.type === 'array') return spelled(value, style, indent)
  const [neighbour] = node.members ?? []
  const colon = neighbour ? file.text.slice(neighbour.nameTo, neighbour.from) : style.colon
  return memberText(name, value, /[\r\n]/.test(colon) ? style : { ...style, colon }, indent)
}
