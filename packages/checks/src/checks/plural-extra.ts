import { type AloneCheck, NOTHING } from './check.ts'
import { knownCategories } from './plural-rules.ts'

export const pluralExtra: AloneCheck = {
  id: 'plural_extra',
  kind: 'alone',
  isWhole: true,
  find(_unit, _source, { taken, context: { locale } }) {
    if (taken.plurals.length === 0) return NOTHING
    return taken.plurals.flatMap(({ type, branches, path }) => {
      const known = knownCategories(locale, type)
      if (!known) return []
      return branches
        .filter((branch) => !branch.startsWith('=') && branch !== 'zero' && !known.has(branch))
        .map((category) => ({
          message: `The language has no use for the branch ${category}.`,
          params: { category },
          span: null,
          branch: path,
        }))
    })
  },
}
