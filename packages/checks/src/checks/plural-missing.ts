import { type AloneCheck, NOTHING } from './check.ts'
import { neededCategories } from './plural-rules.ts'

export const pluralMissing: AloneCheck = {
  id: 'plural_missing',
  kind: 'alone',
  isWhole: true,
  find(_unit, _source, { taken, context: { locale } }) {
    if (taken.plurals.length === 0) return NOTHING
    return taken.plurals.flatMap(({ type, branches, path }) =>
      [...neededCategories(locale, type)]
        .filter(([category, numbers]) => !isCovered(category, numbers, branches))
        .map(([category]) => ({
          message: `The branch ${category} is missing, which the language needs.`,
          params: { category },
          span: null,
          branch: path,
        })),
    )
  },
}

/** Where each number of a category has a branch of its own, the category is never asked for. */
function isCovered(category: string, numbers: readonly number[], branches: readonly string[]): boolean {
  if (branches.includes(category)) return true
  const exact = branches.filter((branch) => branch.startsWith('='))
  if (numbers.length > exact.length) return false
  const covered = new Set(exact.map((branch) => Number(branch.slice(1))))
  return numbers.every((number) => covered.has(number))
}
