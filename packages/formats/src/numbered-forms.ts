import { CATEGORIES, formsOf, type PluralForms } from './plural-message.ts'

interface SplitMessage {
  /** By the number of the form. */
  forms: string[]
  /** Branches that no form says. */
  dropped: string[]
}

/**
 * The forms of a plural for a file that numbers them. `before` has those of the file, where there is one: of two forms
 * with one category the second changes along with the first only where they were the same, because the message never
 * said it.
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

/** The branches of a value that can be numbered forms; undefined where these have no way to say it. */
export function cardinalOf(entry: Parameters<typeof formsOf>[0]): PluralForms | undefined {
  const forms = formsOf(entry)
  return forms?.type === 'cardinal' ? forms : undefined
}
