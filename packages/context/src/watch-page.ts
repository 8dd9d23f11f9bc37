// Takes marks out of the page. An observer is called before anything is drawn and before any other event, so nobody can
// see them or copy them.
import { isMarked, readMarks } from './marks.ts'
import type { ShownText, ShownTexts } from './shown-texts.ts'

const WATCHED: MutationObserverInit = { subtree: true, childList: true, characterData: true, attributes: true }
const ELEMENTS_AND_TEXTS = 5
const TEXT_NODE = 3
const ELEMENT_NODE = 1

/** Marks are taken out of every attribute; these are the ones that people read. */
const READ = new Set(['placeholder', 'title', 'alt', 'aria-label', 'aria-placeholder', 'aria-description', 'label'])
const isRead = (element: Element, attribute: string) =>
  READ.has(attribute) || (attribute === 'value' && element.localName === 'input' && !isTypedInto(element))
const isTypedInto = (element: Element) => !/^(submit|button|reset)$/.test((element as HTMLInputElement).type)

/** Tells what appears, until it is stopped; what has changed by then is still cleaned. */
export function watchPage(texts: ShownTexts, tell: (shown: ShownText) => void): () => void {
  const watch = new Watch(texts, tell)
  return () => watch.stop()
}

class Watch {
  readonly #texts: ShownTexts
  readonly #tell: (shown: ShownText) => void
  readonly #observer = new MutationObserver((records) => this.#take(records))
  readonly #shadows = new WeakSet<ShadowRoot>()
  /** Of one turn: what was looked through, and what was written by us. */
  readonly #visited = new Set<Node>()
  readonly #written = new Set<Node>()

  constructor(texts: ShownTexts, tell: (shown: ShownText) => void) {
    this.#texts = texts
    this.#tell = tell
    this.#observer.observe(document, WATCHED)
    this.#walk(document.documentElement)
    this.#forgetOwnWriting()
  }

  stop(): void {
    this.#take(this.#observer.takeRecords())
    this.#observer.disconnect()
  }

  #take(records: readonly MutationRecord[]): void {
    for (const { type, target, addedNodes, attributeName } of records) {
      if (type === 'childList') for (const node of addedNodes) this.#walk(node)
      else if (type === 'characterData') this.#readText(target as Text)
      else if (attributeName) this.#readAttribute(target as Element, attributeName)
    }
    this.#forgetOwnWriting()
  }

  /** What is written here is a change, too; what a component does in answer to it is taken as any other. */
  #forgetOwnWriting(): void {
    this.#visited.clear()
    if (this.#written.size === 0) return
    const others = this.#observer
      .takeRecords()
      .filter(({ type, target }) => type === 'childList' || !this.#written.has(target))
    this.#written.clear()
    if (others.length > 0) this.#take(others)
  }

  /** A tree that is put together in the page is reported node by node, but need be looked through only once. */
  #walk(root: Node): void {
    if (this.#visited.has(root)) return
    const walker = document.createTreeWalker(root, ELEMENTS_AND_TEXTS)
    for (let node: Node | null = root; node; node = walker.nextNode()) {
      this.#visited.add(node)
      if (node.nodeType === TEXT_NODE) this.#readText(node as Text)
      else if (node.nodeType === ELEMENT_NODE) this.#readElement(node as Element)
    }
  }

  #readElement(element: Element): void {
    if (element.hasAttributes()) for (const { name } of element.attributes) this.#readAttribute(element, name)
    const shadow = element.shadowRoot
    if (shadow && !this.#shadows.has(shadow)) {
      this.#shadows.add(shadow)
      this.#observer.observe(shadow, WATCHED)
      this.#walk(shadow)
    }
    this.#cleanField(element)
  }

  #readText(node: Text): void {
    const marked = node.data
    if (!isMarked(marked)) {
      for (const shown of this.#texts.stillAt(node, marked)) this.#tellMoved(shown)
      return
    }
    const { text, shown } = this.#texts.read(marked, node)
    node.data = text
    this.#written.add(node)
    for (const each of shown) this.#tell(each)
  }

  #readAttribute(element: Element, name: string): void {
    const marked = element.getAttribute(name)
    if (marked === null || !isMarked(marked)) {
      for (const shown of this.#texts.stillAt(element, marked, name)) this.#tellMoved(shown)
      return
    }
    const { text, shown } = this.#texts.read(marked, element, name)
    element.setAttribute(name, text)
    this.#written.add(element)
    if (name === 'value') this.#cleanField(element)
    if (isRead(element, name)) for (const each of shown) this.#tell(each)
  }

  /** Around it are others now. */
  #tellMoved(shown: ShownText): void {
    if (shown.attribute === undefined || isRead(shown.element, shown.attribute)) this.#tell(shown)
  }

  /** What stands in a field is no part of the tree. */
  #cleanField(element: Element): void {
    if (element.localName !== 'input' && element.localName !== 'textarea') return
    const field = element as HTMLInputElement
    if (isMarked(field.value)) field.value = readMarks(field.value).text
  }
}
