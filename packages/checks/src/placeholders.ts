import type { Syntax } from '@parlance/contract/syntaxes'
import { parametersIfValid } from './icu.ts'

/** In texts of any kind: i18next placeholders, those of printf, and tags that are not closed. */
export const UNTOUCHED = /\{\{[^{}]*\}\}|%(?:\d+\$)?[sd@]|%\(\w+\)[sd]|<\/?[a-z][^<>]*>/gi
/** Where the text is no ICU message, single braces are somebody's placeholders as well. */
export const UNTOUCHED_IN_PLAIN = new RegExp(`${UNTOUCHED.source}|\\{[^{}]*\\}`, 'gi')

/** A value of a plural key is a message whatever its syntax; other texts are messages of no syntax but ICU. */
export const mayBeMessage = (syntax: Syntax, isPlural: boolean) => syntax === 'icu' || isPlural

/** Whether a whole text asks for the same as its source. */
export function keepsPlaceholders(source: string, target: string, syntax: Syntax = 'icu', isPlural = false): boolean {
  if (syntax === 'none' && !isPlural) return true
  if (!mayBeMessage(syntax, isPlural)) return found(source, UNTOUCHED_IN_PLAIN) === found(target, UNTOUCHED_IN_PLAIN)
  return signature(source) === signature(target) && found(source, DOUBLE_BRACED) === found(target, DOUBLE_BRACED)
}

const DOUBLE_BRACED = /\{\{[^{}]*\}\}/g
const found = (text: string, pattern: RegExp) => JSON.stringify((text.match(pattern) ?? []).map(tight).sort())
const tight = (placeholder: string) => placeholder.replaceAll(/\s/g, '')

/** What a message asks for, to compare two of them. */
export function signature(text: string): string | undefined {
  const parameters = parametersIfValid(text)
  return parameters && JSON.stringify(parameters.map(({ name, type }) => `${type} ${name}`).sort())
}
