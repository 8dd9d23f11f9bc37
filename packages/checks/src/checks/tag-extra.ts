import { translatedNames } from './bracketed-names.ts'
import { type Found, NOTHING, type PairCheck } from './check.ts'
import { haveSameTags, tagsBySpelling } from './tags-by-spelling.ts'

/** A language may need these where another does not. */
const MAY_BE_ADDED = new Set(['sup', 'sub', 'wbr', 'bdi'])

export const tagExtra: PairCheck = {
  id: 'tag_extra',
  kind: 'pair',
  find(unit, source) {
    if (unit.tags.length === 0 || haveSameTags(unit, source)) return NOTHING
    const expected = tagsBySpelling(source.tags)
    const { isExtra: isTranslated } = translatedNames(unit, source)
    const found: Found[] = []
    for (const [tag, there] of tagsBySpelling(unit.tags)) {
      const first = there[expected.get(tag)?.length ?? 0]
      if (!first || MAY_BE_ADDED.has(first.name) || isTranslated(first.name)) continue
      const message = expected.has(tag) ? `The source has the tag ${tag} less often.` : `The source has no tag ${tag}.`
      found.push({ message, params: { tag }, span: unit.inValue(first) })
    }
    return found
  },
}
