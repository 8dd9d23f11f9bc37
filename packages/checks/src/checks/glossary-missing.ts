import { NOTHING, type PairCheck } from './check.ts'

export const glossaryMissing: PairCheck = {
  id: 'glossary_missing',
  kind: 'pair',
  find(unit, source, { context: { terms, locale } }) {
    if (terms.isEmpty) return NOTHING
    return terms.missingIn(source.prose, unit.prose, locale).map(({ termId, term }) => ({
      message: `The glossary has another translation for “${term}”.`,
      params: { termId, term },
      span: null,
    }))
  },
}
