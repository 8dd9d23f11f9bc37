import type { ScalarType } from '../tree/outline.ts'
import type { CommentBefore } from '../tree/tree-handler.ts'
import type { Anchored, NodeEvent } from './node-events.ts'
import type { NodeTeller } from './node-teller.ts'
import { typeOfPlain } from './plain-kind.ts'
import { isPlainCollection, typeByTag } from './tags.ts'
import type { NodeProperties, YamlHandler } from './yaml-handler.ts'
import type { YamlScalar } from './yaml-scalar.ts'

const OF_A_PROGRAM = 'A program makes something of this by its tag, so it is left alone'
const NO_LOCALE = 'At the top of such a file stand names of locales, so this is left alone'
const NO_TEXT = 'Its name is no text, so it is left alone'
/** Of what has no name that is a text, as much as people need to find it. */
const SHOWN = /^(?:\?\s+)?(\S*)/
const LONGEST_SHOWN = 100

export interface NodesOptions {
  text: string
  /** Where the names at the top are those of locales: whether one is. Whatever else is there is left alone. */
  isLocale?: ((name: string) => boolean) | undefined
  refuse(message: string, at: number): never
}

/** Remembers what has an anchor, and leaves alone what is no text, number, map or list. */
export class YamlNodes implements YamlHandler {
  /** Where the anchors stand that there are aliases for. */
  readonly referred = new Set<number>()
  readonly #teller: NodeTeller
  readonly #options: NodesOptions
  readonly #anchors = new Map<string, Anchored>()
  /** Of anchored maps and lists that are open: with their depth, what was told since the outermost of them began. */
  readonly #open: { node: Anchored; depth: number }[] = []
  #log: NodeEvent[] = []
  #depth = 0
  /** What is left alone: a node, or a name and then its value. */
  #skipped: { message: string; isName: boolean; depth: number; from: number | undefined } | undefined

  constructor(teller: NodeTeller, options: NodesOptions) {
    this.#teller = teller
    this.#options = options
  }

  open(kind: 'map' | 'list', from: number, properties?: NodeProperties): void {
    if (!this.#skipped && !isPlainCollection(properties?.tag)) this.#leaveAlone(OF_A_PROGRAM, false)
    if (!this.#skipped && kind === 'list' && this.#isBelowLocale()) this.#leaveAlone(NO_LOCALE, false)
    this.#depth++
    if (this.#skipped) {
      this.#skipped.from ??= from
      this.#remember(properties, unsupportedNode(from))
      return
    }
    if (properties?.anchor !== undefined) {
      if (this.#open.length === 0) this.#log = []
      const node: Anchored = { events: this.#log, start: this.#log.length, end: undefined, at: properties.from }
      this.#anchors.set(properties.anchor, node)
      this.#open.push({ node, depth: this.#depth })
    }
    this.#tell({ is: 'open', kind, from })
  }

  close(to: number): void {
    if (this.#skipped) {
      this.#depth--
      this.#endSkipped(to, to)
      return
    }
    this.#tell({ is: 'close', to })
    const anchored = this.#open.at(-1)
    if (anchored?.depth === this.#depth) {
      anchored.node.end = this.#log.length
      this.#open.pop()
    }
    this.#depth--
  }

  name(scalar: YamlScalar, from: number, comment?: CommentBefore, properties?: NodeProperties): void {
    const { text: name, isPlain } = scalar
    this.#remember(properties, [{ is: 'scalar', type: 'text', text: name, from: scalar.from, to: scalar.to }])
    if (this.#skipped) return
    const isMerge = isPlain && name === '<<' && properties?.tag === undefined
    this.#tell({ is: 'name', name, isMerge, from, comment })
    if (this.#isBelowLocale() && !this.#options.isLocale?.(name)) this.#leaveAlone(NO_LOCALE, false)
  }

  aliasName(anchor: string, from: number, comment?: CommentBefore): void {
    const { events, start, end } = this.#node(anchor, from)
    const scalar = events[start]
    if (this.#skipped) return
    if (scalar?.is === 'scalar' && end === start + 1)
      this.name({ text: scalar.text, isPlain: false, from, to: from }, from, comment)
    else {
      this.complexName(from, comment)
      this.#endSkipped(from, from)
    }
  }

  complexName(from: number, comment?: CommentBefore): void {
    if (this.#skipped) return
    const shown = SHOWN.exec(this.#options.text.slice(from, from + LONGEST_SHOWN))?.[1] ?? ''
    this.#tell({ is: 'name', name: shown, isMerge: false, from, comment, mayRepeat: true })
    this.#leaveAlone(NO_TEXT, true)
  }

  item(from: number, comment?: CommentBefore): void {
    if (!this.#skipped) this.#tell({ is: 'item', from, comment })
  }

  scalar(scalar: YamlScalar, properties?: NodeProperties): void {
    const { text, from, to } = scalar
    const type = typeOf(scalar, properties?.tag)
    if (!this.#skipped && type === undefined) this.#leaveAlone(OF_A_PROGRAM, false)
    if (!this.#skipped && this.#isBelowLocale()) {
      if (type === 'null') {
        this.#tellNothing(from)
        return
      }
      this.#leaveAlone(NO_LOCALE, false)
    }
    if (this.#skipped) {
      this.#remember(properties, unsupportedNode(from))
      this.#endSkipped(from, to)
      return
    }
    const event: NodeEvent = { is: 'scalar', type: type ?? 'text', text, from, to }
    this.#remember(properties, [event])
    this.#tell(event)
  }

  alias(anchor: string, from: number, to: number): void {
    const node = this.#node(anchor, from)
    if (this.#skipped) this.#endSkipped(from, to)
    else this.#tell({ is: 'alias', node, from, to })
  }

  memberEnd(to: number, comma: number | undefined): void {
    if (!this.#skipped) this.#teller.memberEnd(to, comma)
  }

  /** A locale that has no texts yet. */
  #tellNothing(at: number): void {
    this.#tell({ is: 'open', kind: 'map', from: at })
    this.#tell({ is: 'close', to: at })
  }

  /** Whether what comes is the name of a locale, or belongs to one. */
  #isBelowLocale(): boolean {
    return this.#depth === 1 && this.#options.isLocale !== undefined
  }

  #node(anchor: string, from: number): Anchored {
    const node = this.#anchors.get(anchor) ?? this.#options.refuse('There is no anchor for this alias', from)
    this.referred.add(node.at)
    return node
  }

  #remember(properties: NodeProperties | undefined, events: NodeEvent[]): void {
    if (properties?.anchor === undefined) return
    this.#anchors.set(properties.anchor, { events, start: 0, end: events.length, at: properties.from })
  }

  #tell(event: NodeEvent): void {
    if (this.#open.length > 0) this.#log.push(event)
    this.#teller.tell(event)
  }

  #leaveAlone(message: string, isName: boolean): void {
    this.#skipped = { message, isName, depth: this.#depth, from: undefined }
  }

  /** A node has ended that may be all of what is left alone. */
  #endSkipped(from: number, to: number): void {
    const skipped = this.#skipped
    if (!skipped || skipped.depth < this.#depth) return
    if (skipped.isName) {
      this.#skipped = { ...skipped, isName: false, from: undefined }
      return
    }
    this.#skipped = undefined
    this.#tell({ is: 'unsupported', message: skipped.message, from: skipped.from ?? from, to })
  }
}

const unsupportedNode = (from: number): NodeEvent[] => [{ is: 'unsupported', message: OF_A_PROGRAM, from, to: from }]

const typeOf = ({ isPlain, text }: YamlScalar, tag: string | undefined): ScalarType | undefined => {
  if (tag !== undefined) return typeByTag(tag)
  return isPlain ? typeOfPlain(text) : 'text'
}
