import type { Terms } from '../../src/index.ts'

/** A glossary of some words in one language, found wherever their letters are. */
export const termsOf = ({
  translations = {},
  forbidden = [],
  untranslated = [],
}: {
  translations?: Record<string, string>
  forbidden?: readonly string[]
  untranslated?: readonly string[]
}): Terms => ({
  isEmpty: false,
  missingIn: (source, value) =>
    Object.entries(translations)
      .map(([term, translation], at) => ({ termId: at + 1, term, translation }))
      .filter(({ term, translation }) => source.includes(term) && !value.includes(translation))
      .map(({ termId, term }) => ({ termId, term })),
  forbiddenIn: (value) =>
    forbidden
      .map((term, at) => ({ termId: at + 1, term, start: value.indexOf(term), end: value.indexOf(term) + term.length }))
      .filter(({ start }) => start >= 0),
  untranslatedIn: (source) =>
    untranslated
      .map((term) => ({ start: source.indexOf(term), end: source.indexOf(term) + term.length }))
      .filter(({ start }) => start >= 0),
})
