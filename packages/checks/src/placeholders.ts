import { parametersIfValid } from './icu.ts'

/** Whether a whole text asks for the same as its source. */
export const keepsPlaceholders = (source: string, target: string) =>
  signature(source) === signature(target) && doubleBraced(source) === doubleBraced(target)

const doubleBraced = (text: string) => JSON.stringify((text.match(/\{\{[^{}]*\}\}/g) ?? []).map(tight).sort())
const tight = (placeholder: string) => placeholder.replaceAll(/\s/g, '')

/** What a message asks for, to compare two of them. */
export function signature(text: string): string | undefined {
  const parameters = parametersIfValid(text)
  return parameters && JSON.stringify(parameters.map(({ name, type }) => `${type} ${name}`).sort())
}
