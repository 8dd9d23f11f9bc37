import { translatedNames } from './bracketed-names.ts'
import { type Found, NOTHING, type PairCheck } from './check.ts'
import { haveSameTags, tagsBySpelling } from './tags-by-spelling.ts'

export const tagMissing: PairCheck = {
  id: 'tag_missing',
  kind: 'pair',
  find(unit, source) {
    if (source.tags.length === 0 || haveSameTags(unit, source)) return NOTHING
    const there = tagsBySpelling(unit.tags)
    const { isMissing: isTranslated } = translatedNames(unit, source)
    const found: Found[] = []
    for (const [tag, expected] of tagsBySpelling(source.tags)) {
      if ((there.get(tag)?.length ?? 0) >= expected.length || isTranslated(expected[0]?.name ?? '')) continue
      found.push({ message: `The tag ${tag} of the source is missing.`, params: { tag }, span: null })
    }
    return found
  },
}
