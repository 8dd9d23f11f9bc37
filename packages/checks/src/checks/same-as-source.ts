import { writtenLanguageOf } from '../text/language.ts'
import type { Unit } from '../text/unit.ts'
import { NOTHING, type PairCheck, replaced, type View } from './check.ts'

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu
const THREE_LETTERS = /\p{L}(?:\P{L}*\p{L}){2}/u
/** Fewer are names and labels, which many languages have in common. */
const FEWEST_WORDS = 2

export const sameAsSource: PairCheck = {
  id: 'same_as_source',
  kind: 'pair',
  find(unit, source, { context }) {
    if (unit.text !== source.text) return NOTHING
    if (writtenLanguageOf(context.locale) === writtenLanguageOf(context.sourceLocale)) return NOTHING
    if (longWordsIn(withoutTerms(unit, context)) < FEWEST_WORDS) return NOTHING
    return [{ message: 'The text is the same as in the source language.', params: {}, span: null }]
  },
}

function withoutTerms({ prose }: Unit, { terms, locale }: View['context']): string {
  if (terms.isEmpty) return prose
  const kept = terms.untranslatedIn(prose, locale)
  return kept.length === 0
    ? prose
    : replaced(
        prose,
        kept.map(({ start, end }) => ({ start, end, by: ' ' })),
      )
}

function longWordsIn(prose: string): number {
  let count = 0
  for (const [word] of prose.matchAll(WORD)) if (THREE_LETTERS.test(word) && ++count >= FEWEST_WORDS) break
  return count
}
