import { pluralCategories } from '@parlance/checks'
import { CATEGORIES, formsOf, type PluralForms, pluralForms, pluralMessage } from '../plural-message.ts'
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

export interface SplitMessage {
  /** By the number of the form. */
  forms: string[]
  /** Branches that no form says. */
  dropped: string[]
}

/**
 * The forms of a plural. `before` has those of the file, where there is one: of two forms with one category the second
 * changes along with the first only where they were the same, because the message never said it.
 */
export function splitMessage(
  message: PluralForms,
  categories: readonly string[],
  before: readonly (string | undefined)[],
): SplitMessage {
  const { branches } = message
  const other = branches.get('other') ?? ''
  const forms = categories.map((category, index) => {
    const text = branches.get(category) ?? other
    const first = categories.indexOf(category)
    const own = before[index]
    return first === index || own === undefined || own === before[first] ? text : own
  })
  // What a reader puts in the place of a missing `other`.
  const last = CATEGORIES.findLast((category) => categories.includes(category)) ?? ''
  const stand = last === 'other' ? undefined : forms[categories.indexOf(last)]
  const dropped = [...branches].filter(
    ([branch, text]) => !categories.includes(branch) && !(branch === 'other' && text === stand),
  )
  return { forms, dropped: dropped.map(([branch]) => branch) }
}

/** The branches of a value that gettext can have as forms; undefined where it has no way to say it. */
export function cardinalOf(entry: Parameters<typeof formsOf>[0]): PluralForms | undefined {
  const forms = formsOf(entry)
  return forms?.type === 'cardinal' ? forms : undefined
}
