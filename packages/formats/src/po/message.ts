import { pluralCategories } from '@parlance/checks'
import { pluralForms, pluralMessage } from '../plural-message.ts'
import type { FileForms } from './plural-forms.ts'
import type { Unit } from './unit.ts'

const ARGUMENT = 'count'

/** The text of an entry. Of several forms with one category the first is taken. */
export function textOf({ plural, forms }: Unit, categoryOf: FileForms['categoryOf']): string {
  if (plural === undefined) return forms[0]?.text ?? ''
  if (forms.every(({ text }) => text === '')) return ''
  const branches = new Map<string, string>()
  for (const { index, text } of forms.toSorted((a, b) => a.index - b.index))
    if (!branches.has(categoryOf(index))) branches.set(categoryOf(index), text)
  return pluralMessage({ argument: ARGUMENT, type: 'cardinal', branches })
}

/** All forms, where the message does not say all of them. */
export function mergedForms({ plural, forms }: Unit, categoryOf: FileForms['categoryOf']): string[] | undefined {
  if (plural === undefined || forms.every(({ text }) => text === '')) return undefined
  const categories = new Set(forms.map(({ index }) => categoryOf(index)))
  return categories.size === forms.length
    ? undefined
    : forms.toSorted((a, b) => a.index - b.index).map(({ text }) => text)
}

/** The text in the source language, of which a file says one form or two. */
export function sourceOf({ id = '', plural }: Unit, sourceLocale: string): string {
  if (plural === undefined) return id
  const branches = pluralCategories(sourceLocale, 'cardinal').map((category): [string, string] => [
    category,
    category === 'one' ? id : plural,
  ])
  return pluralMessage({ argument: ARGUMENT, type: 'cardinal', branches: new Map(branches) })
}

/** Whether a text is written as a plural of ICU itself, which some programs keep in entries without forms. */
export const isIcuPlural = (text: string) => text.startsWith('{') && pluralForms(text) !== undefined
