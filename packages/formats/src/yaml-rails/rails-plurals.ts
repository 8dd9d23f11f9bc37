import { pluralCategories } from '@parlance/checks'
import type { Entry } from '../entry.ts'
import type { WriteOptions } from '../format.ts'
import { CATEGORIES, formsOf, type PluralForms, pluralMessage } from '../plural-message.ts'
import type { Branch } from '../tree/outline.ts'

/** A map whose names are all categories, one of them `other`, as one message. */
export function railsPlural(
  names: ReadonlySet<string>,
  texts: readonly Entry[],
  { locale }: Branch,
): string | undefined {
  if (!names.has('other') || ![...names].every((name) => CATEGORIES.includes(name))) return undefined
  if (texts.every(({ value }) => value === '')) return ''
  const zero = zeroOf(locale)
  const branches = new Map(
    texts.map(({ key, value }) => {
      const name = key.slice(key.lastIndexOf('.') + 1)
      return [name === 'zero' ? zero : name, value]
    }),
  )
  return pluralMessage({ argument: 'count', type: 'cardinal', branches })
}

/** Ruby takes `zero` for nothing at all, also in languages that have no such category. */
const zeroOf = (locale = 'en') => (pluralCategories(locale, 'cardinal').includes('zero') ? 'zero' : '=0')

/** The forms of a plural as a file names them. What is no plural at all is the form for every number. */
export function railsForms(
  entry: Entry,
  { locale, remark }: Pick<WriteOptions, 'locale' | 'remark'>,
): Map<string, string> {
  const { key, value } = entry
  if (value === '') return new Map(pluralCategories(locale, 'cardinal').map((category) => [category, '']))
  const forms = formsOf(entry)
  const warn = (code: 'value_not_convertible' | 'branch_dropped', message: string) =>
    remark?.({ severity: 'warning', code, key, message })
  if (!forms) {
    warn('value_not_convertible', 'This is no plural message: it is the text for every number.')
    return new Map([['other', value]])
  }
  if (forms.type === 'ordinal')
    warn('value_not_convertible', 'Rails has no ordinal numbers: the forms are those of a count.')
  const zero = zeroOf(locale)
  const dropped = [...forms.branches.keys()].filter((branch) => nameOf(branch, zero) === undefined)
  if (dropped.length > 0)
    warn('branch_dropped', `Left out, because Rails has no form for these numbers: ${dropped.join(', ')}.`)
  return new Map(namedForms(forms, zero))
}

function* namedForms({ branches }: PluralForms, zero: string): Generator<[string, string], void, void> {
  for (const [branch, text] of branches) {
    const name = nameOf(branch, zero)
    if (name !== undefined) yield [name, text]
  }
}

/** Undefined for what Rails has no form for. */
function nameOf(branch: string, zero: string): string | undefined {
  if (branch === zero) return 'zero'
  return branch !== 'zero' && CATEGORIES.includes(branch) ? branch : undefined
}
