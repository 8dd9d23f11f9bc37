import type { Edit } from '../edits.ts'
import { escapeAttribute } from './escape-xml.ts'

/** An attribute of a tag takes a value, or is put behind the others. The tag was read before and is well-formed. */
export function attributeEdit(text: string, tag: { from: number; to: number }, name: string, value: string): Edit {
  const found = attributeAt(text, tag, name)
  const written = `${name}="${escapeAttribute(value)}"`
  if (found) return { ...found, text: written }
  let end = tag.to - 1
  if (text[end - 1] === '/') end--
  while (/\s/.test(text[end - 1] ?? '')) end--
  return { from: end, to: end, text: ` ${written}` }
}

/** An attribute leaves a tag with the white space before it. */
export function attributeRemoval(text: string, tag: { from: number; to: number }, name: string): Edit | undefined {
  const found = attributeAt(text, tag, name)
  if (!found) return undefined
  let { from } = found
  while (/\s/.test(text[from - 1] ?? '')) from--
  return { from, to: found.to, text: '' }
}

const ATTRIBUTE = /\s+([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/y

function attributeAt(text: string, tag: { from: number; to: number }, name: string) {
  const nameEnd = /[\s/>]/g
  nameEnd.lastIndex = tag.from
  ATTRIBUTE.lastIndex = nameEnd.exec(text)?.index ?? tag.to
  while (ATTRIBUTE.lastIndex < tag.to) {
    const found = ATTRIBUTE.exec(text)
    if (!found) return undefined
    const from = found.index + found[0].search(/\S/)
    if (found[1] === name) return { from, to: ATTRIBUTE.lastIndex }
  }
  return undefined
}
