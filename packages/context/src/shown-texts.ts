import type { TextKey } from './marking.ts'
import { readMarks } from './marks.ts'

/** A text of a key at its place in the page. */
export interface ShownText extends TextKey {
  /** Of the key alone, where more stands in the same node. */
  text: string
  node: Text | Element
  element: Element
  attribute: string | undefined
}

/** Which texts stand where: the page itself no longer says it once the marks are gone. */
export class ShownTexts {
  readonly #keyOf: (id: number) => TextKey | undefined
  readonly #ofNode = new WeakMap<Node, ShownText[]>()

  constructor(keyOf: (id: number) => TextKey | undefined) {
    this.#keyOf = keyOf
  }

  at(node: Node): readonly ShownText[] | undefined {
    return this.#ofNode.get(node)
  }

  /** Takes the marks out of a text and keeps what they said; returns it as it is to be shown. */
  read(marked: string, node: Text | Element, attribute?: string): { text: string; shown: ShownText[] } {
    const { text, pieces } = readMarks(marked)
    const element = node.nodeType === Node.ELEMENT_NODE ? (node as Element) : node.parentElement
    const shown: ShownText[] = []
    for (const piece of pieces) {
      const key = this.#keyOf(piece.id)
      if (key && element)
        shown.push({ namespace: key.namespace, key: key.key, text: piece.text.trim(), node, element, attribute })
    }
    this.#put(node, attribute, shown)
    return { text, shown }
  }

  /** Another text, of no key, stands there now. */
  forget(node: Node, attribute?: string): void {
    if (this.#ofNode.has(node)) this.#put(node, attribute, [])
  }

  #put(node: Node, attribute: string | undefined, shown: ShownText[]): void {
    const before = this.#ofNode.get(node)
    if (!before && shown.length > 0) {
      this.#ofNode.set(node, shown)
      return
    }
    const others = before?.filter((other) => other.attribute !== attribute) ?? []
    if (others.length + shown.length > 0) this.#ofNode.set(node, [...others, ...shown])
    else this.#ofNode.delete(node)
  }
}
