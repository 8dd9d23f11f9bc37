import { type MembersOf, tellDropped } from '../i18next-v4/members.ts'
import { formsOf, type PluralForms } from '../plural-message.ts'
import { neededCategories } from './needed-categories.ts'
import { formNames } from './plural-names.ts'

/** A text as it is stored; of a plural of i18next, what stands in its branches. An ICU message stays whole. */
export const numberedMembers: MembersOf = (entry, options) => {
  const { key, value, isPlural = false, syntax } = entry
  const categories = neededCategories(options.locale)
  if (!isPlural || (syntax ?? 'icu') === 'icu') return [[key, value]]
  if (value === '') return formNames(key, categories).map((name) => [name, ''])
  const forms = formsOf(entry)
  if (!forms) return [[key, value]]
  if (forms.type === 'ordinal') {
    const message = 'i18next had no ordinals in version 3, so it was left as an ICU message.'
    options.remark?.({ severity: 'warning', code: 'value_not_convertible', key, message })
    return [[key, value]]
  }
  const dropped = droppedBranches(forms, categories)
  if (dropped.length > 0) tellDropped(key, dropped, options)
  const texts = categories.map((category) => textFor(category, forms))
  return formNames(key, categories).map((name, at) => [name, texts[at] ?? ''])
}

const textFor = (category: string, { branches }: PluralForms) => branches.get(category) ?? branches.get('other') ?? ''

/** Branches that no form stands for, unless the last form says the same. */
function droppedBranches(forms: PluralForms, categories: readonly string[]): string[] {
  const last = textFor(categories.at(-1) ?? 'other', forms)
  return Array.from(forms.branches).flatMap(([branch, text]) =>
    categories.includes(branch) || (text === last && !branch.startsWith('=')) ? [] : [branch],
  )
}
