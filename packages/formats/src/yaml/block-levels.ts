import type { YamlNotes } from './flow-reader.ts'
import { commentBefore } from './node-parts.ts'
import type { PendingProperties } from './pending-properties.ts'
import { COLON, DASH } from './yaml-characters.ts'
import type { YamlCursor } from './yaml-cursor.ts'
import type { NodeProperties, YamlHandler } from './yaml-handler.ts'
import type { YamlScalar } from './yaml-scalar.ts'

interface BlockLevel {
  isList: boolean
  /** In which column its members begin; -1 for what is not inside anything. */
  indent: number
  /** What comes next: a member, what was announced as a name with `?`, the colon behind it, or a value. */
  awaits: 'member' | 'name' | 'colon' | 'value'
  /** Where a value can be put, if none comes. */
  emptyAt: number
}

const MAX_LEVELS = 10_000

/** The maps and lists that are open and made of lines, and what each of them waits for. */
export class BlockLevels {
  readonly #cursor: YamlCursor
  readonly #handler: YamlHandler
  readonly #properties: PendingProperties
  readonly #notes: YamlNotes
  readonly #levels: BlockLevel[]
  /** Where the last question mark stands. */
  #questionFrom = 0
  /** Behind the last thing of importance. */
  last = 0

  constructor(cursor: YamlCursor, handler: YamlHandler, properties: PendingProperties, notes: YamlNotes) {
    this.#cursor = cursor
    this.#handler = handler
    this.#properties = properties
    this.#notes = notes
    this.#levels = [{ isList: false, indent: -1, awaits: 'value', emptyAt: 0 }]
  }

  get top(): Readonly<BlockLevel> {
    return this.#top
  }

  get #top(): BlockLevel {
    return this.#levels.at(-1) as BlockLevel
  }

  /** Whether a node may come now. */
  get awaitsNode(): boolean {
    const { awaits } = this.#top
    return awaits === 'value' || awaits === 'name'
  }

  /** Whether what begins at the cursor may be a member of the innermost map. */
  get awaitsName(): boolean {
    const { isList, awaits, indent } = this.#top
    return !isList && awaits === 'member' && indent === this.#properties.start - this.#cursor.lineStart
  }

  /** At the first thing of a line: closes what it is not inside of any more. */
  unwind(column: number): void {
    const cursor = this.#cursor
    const isDash = cursor.code === DASH && cursor.isGapAfter(1)
    while (this.#levels.length > 1 && this.#isLeft(column, isDash)) this.#closeTop()
    const top = this.#top
    if (column !== top.indent) {
      if (!this.awaitsNode) cursor.refuse('What stands here is further in than what is around it, or not as far')
      return
    }
    const isColon = cursor.code === COLON && cursor.isGapAfter(1)
    if (top.awaits === 'name' && isColon) {
      this.#nameNothing(top.emptyAt, this.#questionFrom)
      top.awaits = 'colon'
    }
    if (top.awaits === 'colon' ? !isColon : !isDash || top.isList) this.#fill(top)
  }

  #isLeft(column: number, isDash: boolean): boolean {
    const { indent, isList } = this.#top
    return indent > column || (indent === column && isList && !isDash)
  }

  /** At the end of the document. */
  end(): void {
    while (this.#levels.length > 1) this.#closeTop()
    this.#fill(this.#top)
  }

  #closeTop(): void {
    this.#fill(this.#top)
    this.#levels.pop()
    this.#handler.close(this.last)
  }

  /** What was announced and did not come is nothing. */
  #fill(level: BlockLevel): void {
    if (level.awaits === 'member') return
    if (level.awaits === 'name') this.#nameNothing(level.emptyAt, this.#questionFrom)
    const at = this.#properties.areThere ? this.last : level.emptyAt
    if (level.awaits !== 'value') this.#notes.withoutColon.add(at)
    level.awaits = 'member'
    this.last = Math.max(this.last, at)
    // Where all of a file is nothing, there is nothing to tell.
    const isTold = level.indent >= 0 || this.#properties.areThere
    if (isTold) this.#handler.scalar(emptyScalar(at), this.#properties.take())
  }

  #nameNothing(at: number, from: number): void {
    this.#handler.name(emptyScalar(at), from, commentBefore(this.#cursor), this.#properties.take())
  }

  open(isList: boolean, from: number, indent: number, properties: NodeProperties | undefined): void {
    if (this.#levels.length === MAX_LEVELS) this.#cursor.refuse('Too many levels', from, 'too_deep')
    this.begin()
    this.#handler.open(isList ? 'list' : 'map', from, properties)
    this.#levels.push({ isList, indent, awaits: 'member', emptyAt: from })
  }

  /** A map or a list begins, as a name or as a value. */
  begin(): void {
    const top = this.#top
    if (top.awaits === 'name') {
      this.#handler.complexName(this.#questionFrom, commentBefore(this.#cursor))
      this.#named(top)
    } else top.awaits = 'member'
  }

  /** The sign at the cursor says that a value comes, or a name. */
  announce(awaits: 'name' | 'value'): void {
    const cursor = this.#cursor
    const top = this.#top
    if (awaits === 'name') this.#questionFrom = cursor.at
    cursor.at++
    top.awaits = awaits
    top.emptyAt = cursor.at
    this.last = cursor.at
  }

  /** There is a colon without a name. */
  nameless(): void {
    this.#nameNothing(this.#cursor.at, this.#cursor.at)
  }

  scalar(scalar: YamlScalar): void {
    const top = this.#top
    if (this.#levels.length === 1) this.#cursor.refuse('A text without a name', scalar.from)
    this.last = scalar.to
    const properties = this.#properties.take()
    if (top.awaits === 'name') {
      this.#handler.name(scalar, this.#questionFrom, commentBefore(this.#cursor), properties)
      this.#named(top)
    } else {
      top.awaits = 'member'
      this.#handler.scalar(scalar, properties)
    }
  }

  alias(anchor: string, from: number, to: number): void {
    const top = this.#top
    this.last = to
    if (top.awaits === 'name') {
      this.#handler.aliasName(anchor, this.#questionFrom, commentBefore(this.#cursor))
      this.#named(top)
    } else {
      top.awaits = 'member'
      this.#handler.alias(anchor, from, to)
    }
  }

  #named(level: BlockLevel): void {
    level.awaits = 'colon'
    level.emptyAt = this.#cursor.at
  }
}

const emptyScalar = (at: number): YamlScalar => ({ text: '', isPlain: true, from: at, to: at })
