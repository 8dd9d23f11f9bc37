import { compareCodePoints } from '../code-points.ts'
import type { Entry } from '../entry.ts'
import { nameOfKey } from '../stored-key.ts'

/** Readers refuse deeper ones, ours included; what lies deeper keeps its dots. */
export const MAX_LEVELS = 64

export interface NewText {
  value: string
  description?: string | undefined
}

/** An object on its way into a file. */
export class NewBranch {
  readonly members = new Map<string, NewNode>()
  /** Its members are the forms of one plural, and nothing else may come among them. */
  readonly isPlural: boolean
  readonly description: string | undefined

  constructor(isPlural = false, description?: string) {
    this.isPlural = isPlural
    this.description = description
  }
}

export type NewNode = NewText | NewBranch

/** The forms of a plural as an object, or a text. */
export function nodeOf({ value, description }: Entry, forms: ReadonlyMap<string, string> | undefined): NewNode {
  if (!forms) return { value, description }
  const branch = new NewBranch(true, description)
  for (const [name, form] of forms) branch.members.set(name, { value: form })
  return branch
}

/**
 * Puts something under a name that is split at its dots. Names come sorted: where `a` is a text itself, what begins with
 * `a.` comes later and stays flat beside it.
 */
export function putNested(root: NewBranch, name: string, node: NewNode, levels = MAX_LEVELS): void {
  let branch = root
  let at = 0
  for (let level = 1; level < levels; level++) {
    const dot = name.indexOf('.', at)
    if (dot < 0) break
    const part = name.slice(at, dot)
    const next = branch.members.get(part)
    if (next && (!(next instanceof NewBranch) || next.isPlural)) break
    const child = next ?? new NewBranch()
    if (!next) branch.members.set(part, child)
    branch = child
    at = dot + 1
  }
  branch.members.set(name.slice(at), node)
}

/**
 * The name under which an entry is written, in a tree or at the top of it: a name that was too long to be stored whole
 * does not come in the order of names, so it is not split.
 */
export function put(root: NewBranch, entry: Entry, family: string, node: NewNode, levels: number): void {
  const name = nameOfKey(entry.key, entry.formatData, family)
  putNested(root, name, node, name === entry.key ? levels : 1)
}

/** The members in the order in which a file has them; `isList` where they are called 0 to n−1 and may become a list. */
export function membersOf(
  { members }: NewBranch,
  mayBeList: boolean,
): { isList: boolean; members: [string, NewNode][] } {
  if (mayBeList && members.size > 0 && isCounted(members))
    return { isList: true, members: Array.from(members, (_, at) => [`${at}`, members.get(`${at}`) as NewNode]) }
  const named = [...members]
  // They mostly come so, and to sort a hundred thousand of them takes long.
  if (!isSorted(named)) named.sort(([a], [b]) => compareCodePoints(a, b))
  return { isList: false, members: named }
}

const isSorted = (named: readonly [string, NewNode][]) =>
  named.every(([name], at) => at === 0 || compareCodePoints(named[at - 1]?.[0] ?? '', name) <= 0)

function isCounted(members: ReadonlyMap<string, NewNode>): boolean {
  for (let at = 0; at < members.size; at++) if (!members.has(`${at}`)) return false
  return true
}
