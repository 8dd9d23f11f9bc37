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
  return Array.from(places, ([place, names]): Edit => {
    const more = names.map((name) => written.get(name) ?? '').join(next)
    const sibling = siblings[place]
    if (sibling) return insertion(behindElement(text, sibling.to), next + more)
    const [first] = siblings
    return first ? insertion(first.from, more + next) : firstChildren(text, container, next + more, lineEnd)
  })
}

const insertion = (at: number, text: string): Edit => ({ from: at, to: at, text })

/** `children` begin with the end of the line before them. */
function firstChildren(text: string, { tag, end }: Container, children: string, lineEnd: string): Edit {
  const outer = indentOf(text, tag.from) ?? ''
  if (tag.isSelfClosing)
    return { from: tag.to - '/>'.length, to: tag.to, text: `>${children}${lineEnd}${outer}</${tag.name}>` }
  const before = indentOf(text, end)
  if (before === undefined) return insertion(end, `${children}${lineEnd}${outer}`)
  return insertion(end - before.length, `${children.slice(lineEnd.length)}${lineEnd}`)
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
