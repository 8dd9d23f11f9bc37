import type { Syntax } from '@parlance/contract/syntaxes'
import { parametersIfValid } from './icu.ts'
import { spellTag } from './text/tag.ts'
import { readText, takeApart } from './text/units.ts'

/** Whether a whole text asks for the same as its source. */
export const keepsPlaceholders = (source: string, target: string, syntax: Syntax = 'icu', isPlural = false) =>
  syntax === 'icu'
    ? signature(source) === signature(target) && doubleBraced(source) === doubleBraced(target)
    : (!isPlural || signature(source) === signature(target)) &&
      asked(source, syntax, isPlural) === asked(target, syntax, isPlural)

const doubleBraced = (text: string) => JSON.stringify((text.match(/\{\{[^{}]*\}\}/g) ?? []).map(tight).sort())
const tight = (placeholder: string) => placeholder.replaceAll(/\s/g, '')

/** The placeholders and tags that stand anywhere in a text, each once: branches of a plural come and go with languages. */
function asked(text: string, syntax: Syntax, isPlural: boolean): string {
  const { units } = takeApart(text, readText(text, syntax, isPlural), syntax)
  const found = units.flatMap(({ placeholders, tags }) => [
    ...placeholders.map((placeholder) => `${placeholder.class} ${placeholder.name}`),
    ...tags.map(spellTag),
  ])
  return JSON.stringify([...new Set(found)].sort())
}

/** What a message asks for, to compare two of them. */
export function signature(text: string): string | undefined {
  const parameters = parametersIfValid(text)
  return parameters && JSON.stringify(parameters.map(({ name, type }) => `${type} ${name}`).sort())
}
