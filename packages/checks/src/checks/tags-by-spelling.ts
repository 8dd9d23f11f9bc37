import { spellTag, type Tag } from '../text/tag.ts'
import type { Unit } from '../text/unit.ts'

/** The tags of a text by what they are, opening and closing ones apart, in the order of the text. */
export const tagsBySpelling = (tags: readonly Tag[]): Map<string, Tag[]> => Map.groupBy(tags, spellTag)

/** Most texts have the tags of their source, one after the other. */
export function haveSameTags({ tags: here }: Unit, { tags: there }: Unit): boolean {
  if (here.length !== there.length) return false
  for (let at = 0; at < here.length; at++) {
    const [one, other] = [here[at] as Tag, there[at] as Tag]
    if (one.spelled !== other.spelled || one.isClosing !== other.isClosing) return false
  }
  return true
}
