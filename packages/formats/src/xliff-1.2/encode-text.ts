import type { WriteOptions } from '../format.ts'
import { cdataSection, escapeXml, isXmlText, UNWRITABLE } from '../xml/escape-xml.ts'
import { isXmlContent } from '../xml/fragment.ts'
import type { Dialect } from './units.ts'

/** How texts are written into a file. */
export interface TextStyle {
  dialect: Dialect
  /** Of names that the file declares. */
  prefixes: ReadonlySet<string>
  lineEnd: string
  remark: WriteOptions['remark']
}

/** A text as the content of an element. With `isXml` it is content already, and stays so if it is well-formed. */
export function encodeText(text: string, isXml: boolean, key: string, style: TextStyle): string {
  if (isXml && isXmlContent(text, style.prefixes)) return withLineEnds(text.replaceAll('\r', '&#13;'), style)
  if (isXml) tell(key, 'This is no well-formed XML, so its tags were written as text.', style)
  const escaped = withLineEnds(escapeXml(text), style)
  if (isXmlText(text)) return escaped
  if (style.dialect === '2.0') return escaped.replaceAll(UNWRITABLE, characterElement)
  tell(key, 'Characters that XML cannot hold were left out.', style)
  return escaped.replaceAll(UNWRITABLE, '')
}

/** The same, where the text before was a section of that kind. */
export const encodeCdata = (text: string, key: string, style: TextStyle) =>
  text.includes('\r') || !isXmlText(text)
    ? encodeText(text, false, key, style)
    : withLineEnds(cdataSection(text), style)

/** XML reads any line end as a line feed. */
const withLineEnds = (text: string, { lineEnd }: TextStyle) =>
  lineEnd === '\n' ? text : text.replaceAll('\n', lineEnd)

/** XLIFF 2 has an element for what XML cannot hold. */
const characterElement = (character: string) =>
  `<cp hex="${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}"/>`

const tell = (key: string, message: string, { remark }: TextStyle) =>
  remark?.({ severity: 'warning', code: 'value_not_convertible', key, message })
