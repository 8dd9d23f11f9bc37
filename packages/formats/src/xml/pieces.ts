import { unescapeXml } from './escape-xml.ts'

/** A part of the content of an element: text as it is written, or one piece of markup. */
export interface XmlPiece {
  kind: 'text' | 'tag' | 'cdata' | 'comment' | 'instruction'
  from: number
  to: number
}

/** Markup other than tags, with how it ends. */
const OTHERS: readonly [begin: string, end: string, kind: XmlPiece['kind']][] = [
  ['<![CDATA[', ']]>', 'cdata'],
  ['<!--', '-->', 'comment'],
  ['<?', '?>', 'instruction'],
]

/** What the content of an element is made of. It was read before and is well-formed. */
export function xmlPieces(xml: string): XmlPiece[] {
  const pieces: XmlPiece[] = []
  let at = 0
  while (at < xml.length) {
    const markup = xml.indexOf('<', at)
    const end = markup < 0 ? xml.length : markup
    if (end > at) pieces.push({ kind: 'text', from: at, to: end })
    if (markup < 0) break
    const other = OTHERS.find(([begin]) => xml.startsWith(begin, markup))
    const to = other ? xml.indexOf(other[1], markup + other[0].length) + other[1].length : endOfTag(xml, markup)
    pieces.push({ kind: other?.[2] ?? 'tag', from: markup, to })
    at = to
  }
  return pieces
}

/** Values of attributes may have the sign that ends a tag. */
function endOfTag(xml: string, from: number): number {
  for (let at = from; at < xml.length; at++) {
    const character = xml[at]
    if (character === '>') return at + 1
    if (character === '"' || character === "'") at = xml.indexOf(character, at + 1)
  }
  return xml.length
}

/** Line ends as XML reads them. */
export const withLineFeeds = (text: string) => (text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text)

/** The content of a CDATA section. */
export const cdataText = (section: string) => withLineFeeds(section.slice(9, -3))

/**
 * What the content of an element says; undefined where it has elements in it that are no characters. Comments say nothing.
 * `characterOf` tells for which character a tag stands, in formats that have such tags.
 */
export function plainText(xml: string, characterOf?: (tag: string) => string | undefined): string | undefined {
  if (!xml.includes('<')) return unescapeXml(withLineFeeds(xml))
  let text = ''
  for (const { kind, from, to } of xmlPieces(xml)) {
    const piece = xml.slice(from, to)
    if (kind === 'text') text += unescapeXml(withLineFeeds(piece))
    else if (kind === 'cdata') text += cdataText(piece)
    else if (kind === 'tag') {
      const character = characterOf?.(piece)
      if (character === undefined) return undefined
      text += character
    }
  }
  return text
}
