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

/** Puts new elements among those that there are. They come sorted by their names. */
export function newSiblings(
  text: string,
  container: Container,
  siblings: readonly Sibling[],
  blocks: readonly Block[],
  { indent, lineEnd }: Layout,
): Edit[] {
  if (blocks.length === 0) return []
  const next = indent === undefined ? '' : lineEnd + indent
  const written = new Map(blocks.map(({ name, lines }) => [name, indented(lines, indent, lineEnd)]))
  const places = placesFor(
    siblings.map(({ name }) => name),
    blocks.map(({ name }) => name),
  )
  return [...places].flatMap(([place, names]): Edit[] => {
    const more = names.map((name) => written.get(name) ?? '')
    const sibling = siblings[place]
    const [first] = siblings
    if (sibling) {
      const at = behindElement(text, sibling.to)
      return more.map((lines) => insertion(at, next + lines))
    }
    if (first) return more.map((lines) => insertion(first.from, lines + next))
    return firstChildren(text, container, next, more, lineEnd)
  })
}

const insertion = (at: number, text: string): Edit => ({ from: at, to: at, text })

function firstChildren(
  text: string,
  { tag, end }: Container,
  next: string,
  children: readonly string[],
  lineEnd: string,
): Edit[] {
  const before = tag.isSelfClosing ? undefined : indentOf(text, end)
  if (before !== undefined) {
    const indent = next.slice(lineEnd.length)
    return children.map((child) => insertion(end - before.length, indent + child + lineEnd))
  }
  const at = tag.isSelfClosing ? tag.to : end
  const inside = children.map((child) => insertion(at, next + child))
  const last = insertion(at, lineEnd + (indentOf(text, tag.from) ?? ''))
  if (!tag.isSelfClosing) return [...inside, last]
  const opening = { from: tag.to - '/>'.length, to: tag.to, text: '>' }
  return [opening, ...inside, { ...last, text: `${last.text}</${tag.name}>` }]
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
