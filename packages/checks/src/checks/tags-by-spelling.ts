import { spellTag, type Tag } from '../text/tag.ts'
import type { Unit } from '../text/unit.ts'

/** Two checks ask, and of a source all values of its key. */
const known = new WeakMap<readonly Tag[], ReadonlyMap<string, readonly Tag[]>>()

/** The tags of a text by what they are, opening and closing ones apart, in the order of the text. */
export function tagsBySpelling(tags: readonly Tag[]): ReadonlyMap<string, readonly Tag[]> {
  let found = known.get(tags)
  if (!found) {
    found = grouped(tags)
    known.set(tags, found)
  }
  return found
}

/** Names are put together once for each kind of tag: for each tag of a long text that took half of the time. */
function grouped(tags: readonly Tag[]): Map<string, Tag[]> {
  const all = new Map<string, Tag[]>()
  const opening = new Map<string, Tag[]>()
  const closing = new Map<string, Tag[]>()
  for (const tag of tags) {
    const kind = tag.isClosing ? closing : opening
    const same = kind.get(tag.name)
    if (same) same.push(tag)
    else {
      const first = [tag]
      kind.set(tag.name, first)
      all.set(spellTag(tag), first)
    }
  }
  return all
}

/** Most texts have the tags of their source, one after the other. */
export function haveSameTags({ tags: here }: Unit, { tags: there }: Unit): boolean {
  if (here.length !== there.length) return false
  for (let at = 0; at < here.length; at++) {
    const [one, other] = [here[at] as Tag, there[at] as Tag]
    if (one.spelled !== other.spelled || one.isClosing !== other.isClosing) return false
  }
  return true
}
