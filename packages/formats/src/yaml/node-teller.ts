import type { TreeEntries } from '../tree/tree-entries.ts'
import { type Anchored, endOfNode, type NodeEvent } from './node-events.ts'

/** Nodes that come by alias: with a few lines, a file could ask for thousands of millions of them. */
const MOST_BY_ALIAS = 10_000
/** Aliases in what aliases stand for: texts do not lie that deep. */
const DEEPEST_ALIAS = 100
/** What takes over all members of other maps. */
type Sources = NodeEvent[][]

interface Place {
  from: number
  to: number
}

/**
 * Tells a tree what a file says, with what stands for aliases, and with what maps take over from others by `<<`. What a
 * map says itself goes before what it takes over, wherever it stands.
 */
export class NodeTeller {
  readonly #tree: TreeEntries
  readonly #refuse: (message: string, at: number) => never
  /** Of each open map, what it takes over. */
  readonly #sources: Sources[] = []
  /** The value of a `<<`, as long as it goes on. */
  #captured: NodeEvent[] | undefined
  #depth = 0
  /** What came last is taken over, so it is no member. */
  #isTaken = false
  /** The alias that stands for what is told, if there is one. */
  #place: Place | undefined
  #aliasDepth = 0
  #byAlias = 0

  constructor(tree: TreeEntries, refuse: (message: string, at: number) => never) {
    this.#tree = tree
    this.#refuse = refuse
  }

  tell(event: NodeEvent): void {
    if (this.#captured) this.#capture(event, this.#captured)
    else if (event.is === 'name' && event.isMerge) {
      this.#captured = []
      this.#isTaken = true
    } else {
      this.#isTaken = false
      this.#send(event)
    }
  }

  memberEnd(to: number, comma: number | undefined): void {
    if (!this.#isTaken) this.#tree.memberEnd(to, comma)
  }

  #capture(event: NodeEvent, captured: NodeEvent[]): void {
    captured.push(event)
    if (event.is === 'open') this.#depth++
    else if (event.is === 'close') this.#depth--
    if (this.#depth > 0) return
    this.#captured = undefined
    this.#sources.at(-1)?.push(captured)
  }

  #send(event: NodeEvent): void {
    const tree = this.#tree
    const { from, to } = this.#place ?? { from: undefined, to: undefined }
    const isCounted = event.is === 'open' || event.is === 'scalar' || event.is === 'unsupported'
    if (this.#place && isCounted && ++this.#byAlias > MOST_BY_ALIAS)
      this.#refuse(`Aliases stand for more than ${MOST_BY_ALIAS} values`, this.#place.from)
    tree.origin = this.#place && 'from' in event ? event.from : undefined
    if (event.is === 'open') {
      tree.open(event.kind, from ?? event.from)
      this.#sources.push([])
    } else if (event.is === 'close') {
      const sources = this.#sources.at(-1) ?? []
      for (const source of sources) this.#takeOver(source, to ?? event.to)
      this.#sources.pop()
      tree.close(to ?? event.to)
    } else if (event.is === 'name') tree.member(event.name, from ?? event.from, event.comment, event.mayRepeat)
    else if (event.is === 'item') tree.member(undefined, from ?? event.from, event.comment)
    else if (event.is === 'scalar') tree.scalar(event.type, event.text, from ?? event.from, to ?? event.to)
    else if (event.is === 'unsupported') tree.unsupported(event.message, from ?? event.from, to ?? event.to)
    else this.#resolve(event.node, this.#place ?? event)
  }

  #resolve(node: Anchored, place: Place): void {
    if (node.end === undefined) this.#refuse('What an alias stands for holds the alias', place.from)
    this.#replay(node.events, node.start, node.end ?? node.start, place)
  }

  #replay(events: readonly NodeEvent[], start: number, end: number, { from, to }: Place): void {
    if (this.#aliasDepth === DEEPEST_ALIAS) this.#refuse('Aliases lie too deep in what other aliases stand for', from)
    const before = this.#place
    this.#place = { from, to }
    this.#aliasDepth++
    for (let at = start; at < end; at++) this.tell(events[at] as NodeEvent)
    this.#aliasDepth--
    this.#place = before
  }

  /** The members of a map, or of each map of a list, that the innermost map does not have yet. */
  #takeOver(source: readonly NodeEvent[], at: number): void {
    const [first] = source
    if (first?.is === 'open' && first.kind === 'list') {
      for (let item = 2; item < source.length; ) {
        const end = endOfNode(source, item)
        this.#takeOver(source.slice(item, end), at)
        item = end + 1
      }
    } else if (first?.is === 'alias') {
      const { events, start, end } = first.node
      if (end === undefined) this.#refuse('What an alias stands for holds the alias', at)
      else this.#takeOver(events.slice(start, end), at)
    } else if (first?.is === 'open') this.#takeMembers(source, at)
    else {
      this.#tree.member('<<', at, undefined, true)
      this.#tree.unsupported('There are no members in this that could be taken over', at, at)
    }
  }

  #takeMembers(source: readonly NodeEvent[], at: number): void {
    const wasMerged = this.#tree.isMerged
    const more: Sources = []
    this.#tree.isMerged = true
    for (let name = 1; name < source.length - 1; ) {
      const event = source[name] as NodeEvent
      const end = endOfNode(source, name + 1)
      if (event.is === 'name' && event.isMerge) more.push(source.slice(name + 1, end))
      else if (event.is === 'name' && !this.#tree.has(event.name)) this.#replay(source, name, end, { from: at, to: at })
      else if (++this.#byAlias > MOST_BY_ALIAS) this.#refuse(`Aliases stand for more than ${MOST_BY_ALIAS} values`, at)
      name = end
    }
    this.#tree.isMerged = wasMerged
    for (const inner of more) this.#takeOver(inner, at)
  }
}
