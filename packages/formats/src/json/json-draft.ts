import type { JsonFile } from './json-file.ts'
import { type JsonStyle, type NewValue, spelled } from './json-style.ts'
import type { JsonNode } from './json-tree.ts'
import { indentAt } from './place-in-text.ts'

/** What comes into an object, or to the end of a list, together. */
export interface NewMembers {
  members: [first: NewMember, ...others: NewMember[]]
  /** What it stands behind where there is no order, or none for it. */
  after?: JsonNode | undefined
}

export type NewMember = [name: string, value: NewValue]

/** By what a member is sorted; undefined where it belongs to the one before it. */
export type Order = (name: string, isObject: boolean) => string | undefined

const byName: Order = (name) => name

/** A file with changes that are still to be made. New members are told before others are removed. */
export class JsonDraft {
  readonly file: JsonFile
  readonly style: JsonStyle
  /** The first that siblings are in is theirs. */
  readonly orders: readonly Order[]
  /** Spelled as in the file. */
  readonly replaced = new Map<JsonNode, string>()
  readonly removed = new Set<JsonNode>()
  readonly inserted = new Map<JsonNode, NewMembers[]>()
  /** How many members an object has lost. */
  readonly #losses = new Map<JsonNode, number>()

  constructor(file: JsonFile, style: JsonStyle, orders: readonly Order[] = [byName]) {
    this.file = file
    this.style = style
    this.orders = orders
  }

  replace(node: JsonNode, value: NewValue): void {
    this.replaced.set(node, spelled(value, this.style, indentAt(this.file.text, node.start, this.style)))
  }

  /** As it is to stand in the file. */
  replaceRaw(node: JsonNode, text: string): void {
    this.replaced.set(node, text)
  }

  insert(into: JsonNode, members: NewMembers): void {
    const there = this.inserted.get(into)
    if (there) there.push(members)
    else this.inserted.set(into, [members])
  }

  /** And what holds nothing else any more. */
  remove(node: JsonNode): void {
    for (let gone: JsonNode | undefined = node; gone && !this.removed.has(gone); gone = this.#emptied(gone.parent))
      this.removed.add(gone)
  }

  #emptied(parent: JsonNode | undefined): JsonNode | undefined {
    if (!parent) return undefined
    const losses = (this.#losses.get(parent) ?? 0) + 1
    this.#losses.set(parent, losses)
    return losses === parent.members?.length && !this.inserted.has(parent) && parent.parent ? parent : undefined
  }

  keptMembers(node: JsonNode): readonly JsonNode[] {
    const { members = [] } = node
    return this.#losses.has(node) ? members.filter((member) => !this.removed.has(member)) : members
  }
}
