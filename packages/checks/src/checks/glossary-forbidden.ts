import { type AloneCheck, NOTHING } from './check.ts'

export const glossaryForbidden: AloneCheck = {
  id: 'glossary_forbidden',
  kind: 'alone',
  find(unit, _source, { context: { terms, locale } }) {
    if (terms.isEmpty) return NOTHING
    return terms.forbiddenIn(unit.prose, locale).map(({ termId, term, start, end }) => ({
      message: `The glossary forbids “${term}”.`,
      params: { termId, term },
      span: unit.proseInValue({ start, end }),
    }))
  },
}
