import type { Entry } from '../entry.ts'
import type { WriteOptions } from '../format.ts'
import { nameOfKey } from '../stored-key.ts'
import { escapeAttribute, escapeXml, isXmlText, UNWRITABLE } from '../xml/escape-xml.ts'
import { isOfDesigner } from './data.ts'

export interface DataStyle {
  /** One step to the right. */
  indent: string
  lineEnd: string
  remark: WriteOptions['remark']
}

/** The lines of a new resource; none, with a remark, where a file cannot hold its name. */
export function dataLines(entry: Entry, style: DataStyle): string[] {
  const { key, description, formatData } = entry
  const name = nameOfKey(key, formatData, 'resx')
  if (!isXmlText(name) || isOfDesigner(name)) {
    const message = 'Left out: names have no control characters and do not begin with ">>".'
    style.remark?.({ severity: 'warning', code: 'key_not_representable', key, message })
    return []
  }
  const comment = description ? withLineEnds(escapeXml(description.replaceAll(UNWRITABLE, '')), style) : ''
  return [
    `<data name="${escapeAttribute(name)}" xml:space="preserve">`,
    style.indent + valueElement(entry, style),
    ...(comment === '' ? [] : [`${style.indent}<comment>${comment}</comment>`]),
    '</data>',
  ]
}

export const valueElement = (entry: Entry, style: DataStyle) => `<value>${encodeValue(entry, style)}</value>`

export function encodeValue({ key, value }: Entry, style: DataStyle): string {
  const escaped = withLineEnds(escapeXml(value), style)
  if (isXmlText(value)) return escaped
  const message = 'Characters that XML cannot hold were left out.'
  style.remark?.({ severity: 'warning', code: 'value_not_convertible', key, message })
  return escaped.replaceAll(UNWRITABLE, '')
}

/** XML reads any line end as a line feed. */
export const withLineEnds = (text: string, { lineEnd }: Pick<DataStyle, 'lineEnd'>) =>
  lineEnd === '\n' ? text : text.replaceAll('\n', lineEnd)
