import type { Edit } from '../edits.ts'
import type { LongText } from '../text-pieces.ts'
import type { XmlTag } from '../xml/read-xml.ts'

/** An edit of a tag, which is made in the tag alone. */
export function tagEdit(
  text: LongText,
  { from, to }: XmlTag,
  edit: (xml: string, tag: { from: number; to: number }) => Edit | undefined,
): Edit[] {
  const made = edit(text.slice(from, to), { from: 0, to: to - from })
  return made ? [{ ...made, from: made.from + from, to: made.to + from }] : []
}
