import type { JsonDraft } from './json-draft.ts'
import type { NewValue } from './json-style.ts'
import { type JsonNode, MAX_LEVELS } from './json-tree.ts'
import type { TextIn } from './key-places.ts'
import { listed } from './listed.ts'

export interface NewNamesOptions {
  /** For names of which the file does not tell. */
  structure: 'flat' | 'nested'
  options?: Readonly<Record<string, string | boolean>> | undefined
  /** For files in which objects may stand for texts: no name leads through these. */
  textIn?: TextIn
}

/** Maps are branches. */
type NewTree = Map<string, NewValue>

/** An object or list of the file on the way to a name, and what of the name is left there. */
interface Stop {
  node: JsonNode
  rest: string
  level: number
}

/** What new names need to know of an object. */
interface Known {
  members: Map<string, JsonNode>
  /** It stands for a text. */
  isText: boolean
  /** Objects whose names have dots: a name may lead through them. */
  hasDottedBranches: boolean
  isNested: boolean
}

/**
 * Puts new names where a file has others like them: into the objects that they lead through, nested further where those
 * are. Names come sorted.
 */
export class NewNames {
  readonly #draft: JsonDraft
  readonly #options: NewNamesOptions
  readonly #known = new Map<JsonNode, Known>()
  readonly #trees = new Map<JsonNode, NewTree>()
  readonly #after = new Map<JsonNode, Map<string, JsonNode>>()

  constructor(draft: JsonDraft, options: NewNamesOptions) {
    this.#draft = draft
    this.#options = options
  }

  /** False where the file has no place for it: an object is called so. */
  add(name: string, value: NewValue, after?: JsonNode): boolean {
    const stops = this.#wayTo(name)
    for (let stop = stops.pop(); stop; stop = stops.pop()) {
      if (this.#put(stop, value, after)) return true
    }
    return false
  }

  #wayTo(name: string): Stop[] {
    const stops: Stop[] = []
    let stop: Stop | undefined = { node: this.#draft.file.root, rest: name, level: 1 }
    while (stop) {
      stops.push(stop)
      stop = this.#nextStop(stop)
    }
    return stops
  }

  #nextStop({ node, rest, level }: Stop): Stop | undefined {
    const { members, hasDottedBranches } = this.#knownOf(node)
    for (let dot = rest.indexOf('.'); dot >= 0; dot = rest.indexOf('.', dot + 1)) {
      const branch = members.get(rest.slice(0, dot))
      if (branch?.members && !this.#knownOf(branch).isText)
        return { node: branch, rest: rest.slice(dot + 1), level: level + 1 }
      if (!hasDottedBranches) return undefined
    }
    return undefined
  }

  #put({ node, rest, level }: Stop, value: NewValue, after: JsonNode | undefined): boolean {
    const { members, isNested } = this.#knownOf(node)
    const there = members.get(rest)
    if (there?.members?.length === 0) this.#draft.replace(there, value)
    if (there) return there.members?.length === 0
    let tree = this.#trees.get(node) ?? new Map()
    if (node.type === 'array') return this.#append(node, members, tree, rest, value)
    this.#trees.set(node, tree)
    let name = rest
    for (let depth = level; isNested && depth < MAX_LEVELS; depth++) {
      const dot = name.indexOf('.')
      const branch = name.slice(0, dot)
      const isTaken = tree.has(branch) ? !(tree.get(branch) instanceof Map) : depth === level && members.has(branch)
      if (dot < 0 || isTaken) break
      const deeper: NewTree = (tree.get(branch) as NewTree | undefined) ?? new Map()
      tree.set(branch, deeper)
      tree = deeper
      name = name.slice(dot + 1)
    }
    if (tree.has(name)) return false
    tree.set(name, value)
    if (after && after.parent === node && name === rest) this.#noteAfter(node, name, after)
    return true
  }

  #noteAfter(node: JsonNode, name: string, after: JsonNode): void {
    const names = this.#after.get(node) ?? new Map<string, JsonNode>()
    this.#after.set(node, names.set(name, after))
  }

  /** A list takes what comes next in it. */
  #append(node: JsonNode, members: Known['members'], tree: NewTree, rest: string, value: NewValue): boolean {
    if (rest !== `${members.size + tree.size}`) return false
    this.#trees.set(node, tree.set(rest, value))
    return true
  }

  #knownOf(node: JsonNode): Known {
    const known = this.#known.get(node) ?? this.#look(node)
    this.#known.set(node, known)
    return known
  }

  #look(node: JsonNode): Known {
    const { textIn } = this.#options
    const members = new Map<string, JsonNode>()
    let branches = 0
    let dotted = 0
    let hasDottedBranches = false
    for (const member of node.members ?? []) {
      if (!members.has(member.name)) members.set(member.name, member)
      const hasDot = member.name.includes('.')
      if (member.type === 'object' && !textIn?.(member)) branches++
      else if (hasDot) dotted++
      if (member.members && hasDot) hasDottedBranches = true
    }
    const isTelling = branches > 0 || dotted > 0
    const isNested = isTelling ? branches >= dotted : node.parent !== undefined || this.#options.structure === 'nested'
    return { members, isText: textIn?.(node) !== undefined, hasDottedBranches, isNested }
  }

  /** Tells the draft of all of them. */
  finish(): void {
    const withLists = this.#options.options?.['arrays'] === 'lists'
    for (const [node, tree] of this.#trees) {
      const after = this.#after.get(node)
      for (const [name, value] of tree)
        this.#draft.insert(node, { members: [[name, withLists ? listed(value) : value]], after: after?.get(name) })
    }
  }
}
