import type { Edit } from '../edits.ts'
import type { Span } from '../entry.ts'
import type { XmlTag } from './read-xml.ts'

/** An element of a file and where its content stands. */
export interface XmlElement {
  tag: XmlTag
  content: Span
  /** Behind its closing tag. */
  to: number
}

export const elementAt = (tag: XmlTag, end: number, to: number): XmlElement => ({
  tag,
  content: { from: tag.to, to: end },
  to,
})

export const contentOf = (text: string, { content }: Pick<XmlElement, 'content'>) =>
  text.slice(content.from, content.to)

/** An element gets another content. */
export function contentEdit(text: string, { tag, content }: XmlElement, written: string): Edit {
  if (!tag.isSelfClosing) return { ...content, text: written }
  let from = tag.to - '/>'.length
  while (/\s/.test(text[from - 1] ?? '')) from--
  return { from, to: tag.to, text: `>${written}</${tag.name}>` }
}
