import { keyOf, type TextKey } from './marking.ts'
import { readMarks } from './marks.ts'

/** A text of a key at its place in the page. */
export interface ShownText extends TextKey {
  /** Of the key alone, where more stands in the same node. */
  text: string
  node: Text | Element
  element: Element
  attribute: string | undefined
  /** All that stands there. */
  whole: string
}

const NONE: readonly ShownText[] = []

/** Which texts stand where: the page itself no longer says it once the marks are gone. */
export class ShownTexts {
  readonly #ofNode = new WeakMap<Node, ShownText[]>()

  at(node: Node): readonly ShownText[] | undefined {
    return this.#ofNode.get(node)
  }

  /** Takes the marks out of a text and keeps what they said; returns it as it is to be shown. */
  read(marked: string, node: Text | Element, attribute?: string): { text: string; shown: ShownText[] } {
    const { text, pieces } = readMarks(marked)
    const element = elementOf(node)
    const shown: ShownText[] = []
    for (const piece of pieces) {
      const textKey = keyOf(piece.id)
      if (!textKey || !element) continue
      const { namespace, key } = textKey
      shown.push({ namespace, key, text: piece.text.trim(), node, element, attribute, whole: text })
    }
    this.#put(node, attribute, shown)
    return { text, shown }
  }

  /** What is still shown there by a text without marks: all of it where it is only moved, nothing where it is another. */
  stillAt(node: Node, whole: string | null, attribute?: string): readonly ShownText[] {
    const known = this.#ofNode.get(node)
    if (!known) return NONE
    const here = known.filter((shown) => shown.attribute === attribute)
    if (here.every((shown) => shown.whole === whole)) {
      const element = elementOf(node)
      for (const shown of here) shown.element = element ?? shown.element
      return here
    }
    this.#put(node, attribute, [])
    return NONE
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

const elementOf = (node: Node) => (node.nodeType === Node.ELEMENT_NODE ? (node as Element) : node.parentElement)
