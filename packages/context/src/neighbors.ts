import type { ShownText, ShownTexts } from './shown-texts.ts'

export interface NearText {
  role: 'before' | 'after' | 'heading' | 'label'
  shown: ShownText
}

const MOST = 5
/** How far one looks, in nodes, each way: what is further away explains nothing, and large pages must not cost more. */
const REACH = 100
const HEADING = 'h1,h2,h3,h4,h5,h6,legend,[role=heading]'
const AROUND = 'form,tr,[role=row],dialog,[role=dialog],[role=alertdialog],section,[role=region]'
/** Where a page has none of these. */
const WIDELY_AROUND = 'main,article,nav,aside,header,footer,body'
const ELEMENTS_AND_TEXTS = 5

/** The texts around others, in a page that does not change meanwhile. */
export class Neighborhood {
  readonly #texts: ShownTexts
  readonly #walkers = new Map<Element, TreeWalker>()
  /** Looking for one that is not there goes through all of a section. */
  readonly #headings = new Map<Element, ShownText[]>()

  constructor(texts: ShownTexts) {
    this.#texts = texts
  }

  /** The nearest texts: what it is labelled and headed by, then what stands before and after it in turns. */
  of(self: ShownText): NearText[] {
    const { element } = self
    const found: NearText[] = []
    const add = (role: NearText['role'], shown: ShownText | undefined) => {
      if (shown && !isSameKey(shown, self) && !found.some((near) => isSameKey(near.shown, shown))) {
        found.push({ role, shown })
      }
    }
    for (const label of labelsOf(element)) for (const shown of this.#in(label)) add('label', shown)
    const around = element.closest(AROUND) ?? element.closest(WIDELY_AROUND)
    if (!around) return found.slice(0, MOST)
    add('heading', this.#headingOf(self.node, around))
    const before = this.#from(self, around, 'previousNode')
    const after = this.#from(self, around, 'nextNode')
    let isMore = true
    while (isMore && found.length < MOST) {
      const previous = before()
      const next = after()
      add('before', previous)
      add('after', next)
      isMore = previous !== undefined || next !== undefined
    }
    return found.slice(0, MOST)
  }

  /** The last one before it, else the first. */
  #headingOf(node: Node, around: Element): ShownText | undefined {
    let headings = this.#headings.get(around)
    if (!headings) {
      headings = [...around.querySelectorAll(HEADING)].flatMap((heading) => this.#in(heading).slice(0, 1))
      this.#headings.set(around, headings)
    }
    let [start, end] = [0, headings.length]
    while (start < end) {
      const middle = (start + end) >> 1
      const heading = headings[middle]
      const isBefore = heading && heading.node.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING
      if (isBefore) start = middle + 1
      else end = middle
    }
    return headings[start - 1] ?? headings[0]
  }

  /** Gives the next one with each call. */
  #from(self: ShownText, around: Element, step: 'previousNode' | 'nextNode'): () => ShownText | undefined {
    const isForward = step === 'nextNode'
    const beside = this.#texts.at(self.node) ?? []
    const own = beside.indexOf(self)
    let there: readonly ShownText[] = isForward ? beside.slice(own + 1) : beside.slice(0, Math.max(own, 0))
    let at = isForward ? 0 : there.length - 1
    let node: Node | null = self.node
    let steps = 0
    const walker = this.#walker(around)
    return () => {
      while (node && !there[at] && steps++ < REACH) {
        walker.currentNode = node
        node = walker[step]()
        there = (node && this.#texts.at(node)) ?? []
        at = isForward ? 0 : there.length - 1
      }
      const shown = there[at]
      at += isForward ? 1 : -1
      return shown
    }
  }

  #walker(around: Element): TreeWalker {
    const known = this.#walkers.get(around)
    if (known) return known
    const walker = document.createTreeWalker(around, ELEMENTS_AND_TEXTS)
    this.#walkers.set(around, walker)
    return walker
  }

  #in(element: Element): ShownText[] {
    const walker = document.createTreeWalker(element, ELEMENTS_AND_TEXTS)
    const found: ShownText[] = []
    for (let steps = 0; steps < REACH && walker.nextNode(); steps++) {
      for (const shown of this.#texts.at(walker.currentNode) ?? []) if (shown.attribute === undefined) found.push(shown)
    }
    return found
  }
}

const isSameKey = (a: ShownText, b: ShownText) => a.key === b.key && a.namespace === b.namespace

function labelsOf(element: Element): Iterable<Element> {
  const names = element.getAttribute('aria-labelledby')
  if (names === null) return ('labels' in element && (element as HTMLInputElement).labels) || []
  const root = element.getRootNode() as Document | ShadowRoot
  return names.split(/\s+/).flatMap((id) => root.getElementById?.(id) ?? [])
}
