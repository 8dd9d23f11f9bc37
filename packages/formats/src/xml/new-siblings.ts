import { type Edit, placesFor } from '../edits.ts'
import { behindElement, indented, indentOf } from './layout.ts'
import type { XmlTag } from './read-xml.ts'

/** An element among which new ones find their place. */
export interface Sibling {
  name: string
  /** With the comment that is about it. */
  from: number
  to: number
}

/** A new element. */
export interface Block {
  name: string
  lines: readonly string[]
}

/** Where all of them stand. */
export interface Container {
  tag: XmlTag
  /** Where its closing tag begins. */
  end: number
}

export interface Layout {
  /** Of the siblings; undefined where they share their lines. */
  indent: string | undefined
  lineEnd: string
}

/** Blocks that find their place in a millisecond or two. */
const STEP = 1_000

/** Puts new elements among those that there are. They come sorted by their names. */
export function* newSiblings(
  text: string,
  container: Container,
  siblings: readonly Sibling[],
  blocks: readonly Block[],
  layout: Layout,
): Generator<undefined, Edit[], void> {
  const edits: Edit[] = []
  if (blocks.length === 0) return edits
  const places = placesFor(
    siblings.map(({ name }) => name),
    blocks.map(({ name }) => name),
  )
  yield
  const written = new Map<string, string>()
  for (const { name, lines } of blocks) {
    written.set(name, indented(lines, layout.indent, layout.lineEnd))
    if (written.size % STEP === 0) yield
  }
  const [first] = siblings
  const next = layout.indent === undefined ? '' : layout.lineEnd + layout.indent
  for (const [place, names] of places) {
    const elements = names.map((name) => written.get(name) ?? '')
    const sibling = siblings[place]
    const made = first
      ? insertions(elements, sibling ? behindElement(text, sibling.to) : first.from, next, sibling !== undefined)
      : firstChildren(text, container, elements, layout)
    for (const edit of made) if (edits.push(edit) % STEP === 0) yield
  }
  return edits
}

function* insertions(elements: readonly string[], at: number, next: string, isBehind: boolean) {
  for (const element of elements) yield insertion(at, isBehind ? next + element : element + next)
}

const insertion = (at: number, text: string): Edit => ({ from: at, to: at, text })

function* firstChildren(
  text: string,
  { tag, end }: Container,
  elements: readonly string[],
  { indent, lineEnd }: Layout,
): Generator<Edit, void, void> {
  const outer = indentOf(text, tag.from) ?? ''
  const next = indent === undefined ? '' : lineEnd + indent
  const last = indent === undefined ? '' : lineEnd + outer
  const before = indentOf(text, end)
  if (tag.isSelfClosing) yield { from: tag.to - '/>'.length, to: tag.to, text: '>' }
  const isOnLines = !tag.isSelfClosing && before !== undefined && indent !== undefined
  const at = tag.isSelfClosing ? tag.to : isOnLines ? end - before.length : end
  for (const element of elements) yield insertion(at, isOnLines ? indent + element + lineEnd : next + element)
  if (tag.isSelfClosing) yield insertion(at, `${last}</${tag.name}>`)
  else if (!isOnLines) yield insertion(at, last)
}

/** Two lists of edits as one. What is put behind an element comes after what becomes of it. */
export function* merged(changed: readonly Edit[], inserted: readonly Edit[]): Generator<Edit, void, void> {
  let next = 0
  for (const edit of inserted) {
    for (let one = changed[next]; one && one.from < edit.from; one = changed[++next]) yield one
    yield edit
  }
  for (; next < changed.length; next++) yield changed[next] as Edit
}
