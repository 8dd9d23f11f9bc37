import { firstUnbalanced, spellTag } from '../text/tag.ts'
import { NOTHING, type PairCheck } from './check.ts'

export const tagUnbalanced: PairCheck = {
  id: 'tag_unbalanced',
  kind: 'pair',
  find(unit, source) {
    const alone = unit.tags.length > 0 ? firstUnbalanced(unit.tags) : undefined
    if (!alone || firstUnbalanced(source.tags)) return NOTHING
    const tag = spellTag(alone)
    return [{ message: `The tag ${tag} has no partner in its place.`, params: { tag }, span: unit.inValue(alone) }]
  },
}
