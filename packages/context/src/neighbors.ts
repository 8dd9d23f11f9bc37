import type { ShownText, ShownTexts } from './shown-texts.ts'

export type NeighborRole = 'before' | 'after' | 'heading' | 'label'
export interface NearText {
  role: NeighborRole
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

/** The nearest texts around one: what it is labelled and headed by, then what stands before and after it in turns. */
export function neighborsOf(self: ShownText, texts: ShownTexts): NearText[] {
  const { element } = self
  const around = element.closest(AROUND) ?? element.closest(WIDELY_AROUND)
  const found: NearText[] = []
  const add = (role: NeighborRole, shown: ShownText | undefined) => {
    if (shown && found.length < MOST && ![self, ...found.map((near) => near.shown)].some(isSameKey(shown))) {
      found.push({ role, shown })
    }
  }
  for (const label of labelsOf(element)) for (const shown of textsIn(label, texts)) add('label', shown)
  if (!around) return found
  const before = textsFrom(self, around, texts, 'previousNode')
  const after = textsFrom(self, around, texts, 'nextNode')
  const heading =
    before.find((shown) => shown.attribute === undefined && shown.element.closest(HEADING)) ??
    textsIn(around.querySelector(HEADING), texts)[0]
  add('heading', heading)
  for (let at = 0; at < MOST; at++) {
    add('before', before[at])
    add('after', after[at])
  }
  return found
}

const isSameKey = (a: ShownText) => (b: ShownText) => a.key === b.key && a.namespace === b.namespace

function labelsOf(element: Element): Iterable<Element> {
  const names = element.getAttribute('aria-labelledby')
  if (names === null) return ('labels' in element && (element as HTMLInputElement).labels) || []
  const root = element.getRootNode() as Document | ShadowRoot
  return names.split(/\s+/).flatMap((id) => root.getElementById?.(id) ?? [])
}

function textsIn(element: Element | null, texts: ShownTexts): ShownText[] {
  if (!element) return []
  const found = [...(texts.at(element) ?? [])]
  const walker = document.createTreeWalker(element, ELEMENTS_AND_TEXTS)
  for (let steps = 0; steps < REACH && walker.nextNode(); steps++) found.push(...(texts.at(walker.currentNode) ?? []))
  return found.filter(({ attribute }) => attribute === undefined)
}

/** The nearest first. */
function textsFrom(self: ShownText, around: Element, texts: ShownTexts, step: 'previousNode' | 'nextNode') {
  const isForward = step === 'nextNode'
  const inside = texts.at(self.node) ?? []
  const own = inside.indexOf(self)
  const found = isForward ? inside.slice(own + 1) : inside.slice(0, Math.max(own, 0)).reverse()
  const walker = document.createTreeWalker(around, ELEMENTS_AND_TEXTS)
  walker.currentNode = self.node
  for (let steps = 0; steps < REACH && found.length < MOST && walker[step](); steps++) {
    const there = texts.at(walker.currentNode)
    if (there) found.push(...(isForward ? there : there.toReversed()))
  }
  return found
}
