import type { Binding, Scope } from '../scope.ts'
import type { Node } from '../tree.ts'
import type { Use } from '../use.ts'

/** A tag of JSX or of a template. */
export interface Element {
  name: string
  /** What stands behind `=`; undefined for a name alone. */
  attributes: ReadonlyMap<string, Node | undefined>
  /** Whether attributes come from elsewhere as well. */
  hasMore: boolean
  children: readonly Node[]
  /** For its place. */
  node: Node
}

/** Who goes through the code, and is told what is there. */
export interface Walk {
  /** A use at a piece of code, within the whole that asks. */
  add(at: Node, whole: Node, use: Omit<Use, 'line' | 'column' | 'from'>): void
  /** What the first parameter of a function will be. */
  give(called: Node, binding: Binding): void
}

/** Knows what asks for texts. */
export interface Framework {
  call(call: Node, scope: Scope, walk: Walk): void
  element(element: Element, scope: Scope, walk: Walk): void
}
