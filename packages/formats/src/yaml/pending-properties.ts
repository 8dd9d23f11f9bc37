import { readProperty } from './node-parts.ts'
import type { YamlCursor } from './yaml-cursor.ts'
import type { NodeProperties } from './yaml-handler.ts'

const TWICE = 'A second anchor or tag of the same node'

/** Anchors and tags that were read before the node that they belong to. */
export class PendingProperties {
  readonly #cursor: YamlCursor
  #own: NodeProperties | undefined
  /** Of a map, whose first name has some as well. */
  #outer: NodeProperties | undefined

  constructor(cursor: YamlCursor) {
    this.#cursor = cursor
  }

  get areThere(): boolean {
    return this.#own !== undefined
  }

  /** Whether they stand in the line of the cursor. */
  get areInline(): boolean {
    return this.#own?.lineStart === this.#cursor.lineStart
  }

  /** Where a node begins, with what belongs to it in its line. */
  get start(): number {
    return this.#own && this.areInline ? this.#own.from : this.#cursor.at
  }

  *read(): Generator<void, void, void> {
    if (this.#own && !this.areInline) {
      if (this.#outer) this.#cursor.refuse(TWICE)
      this.#outer = this.#own
      this.#own = undefined
    }
    this.#own = yield* readProperty(this.#cursor, this.#own)
  }

  take(): NodeProperties | undefined {
    const outer = this.#takeOuter()
    const own = this.#own
    this.#own = undefined
    if (!outer || !own) return own ?? outer
    if ((outer.anchor && own.anchor) || (outer.tag && own.tag)) this.#cursor.refuse(TWICE, own.from)
    return { ...own, ...outer }
  }

  /** Those of a map, at its first name: what stands in the line of the name belongs to that. */
  takeForMap(): NodeProperties | undefined {
    return this.areInline ? this.#takeOuter() : this.take()
  }

  #takeOuter(): NodeProperties | undefined {
    const outer = this.#outer
    this.#outer = undefined
    return outer
  }
}
