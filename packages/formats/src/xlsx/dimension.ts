import type { Edit } from '../edits.ts'
import type { LongText } from '../text-pieces.ts'
import { attributeEdit } from '../xml/attributes.ts'
import type { XmlTag } from '../xml/read-xml.ts'
import { columnName, columnOf } from './cell-place.ts'
import { tagEdit } from './tag-edit.ts'

const AREA = /^([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/

/** Some programs read no farther than a sheet says that it reaches. */
export function dimensionEdit(text: LongText, tag: XmlTag, reach: { column: number; line: number }): Edit[] {
  const [, first = '', top = '', last = first, bottom = top] = AREA.exec(tag.attributes['ref'] ?? '') ?? []
  const column = columnOf(last)
  if (column === undefined || (reach.column <= column && reach.line <= Number(bottom))) return []
  const end = columnName(Math.max(column, reach.column)) + Math.max(Number(bottom), reach.line)
  return tagEdit(text, tag, (xml, whole) => attributeEdit(xml, whole, 'ref', `${first}${top}:${end}`))
}
