import type { Syntax } from '@parlance/contract/syntaxes'
import { isSentence } from './checks/final-mark.ts'
import { readText, takeApart } from './text/units.ts'

/** Whether a text, or a branch of it, has three words. Shorter ones are labels, which mean one thing here and another there. */
export const hasSentence = (text: string, syntax: Syntax, isPlural: boolean): boolean =>
  takeApart(text, readText(text, syntax, isPlural), syntax).units.some(isSentence)
