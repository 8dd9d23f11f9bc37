import { NOTHING, type PairCheck } from './check.ts'

export const glossaryMissing: PairCheck = {
  id: 'glossary_missing',
  kind: 'pair',
  // A plural may have the term in one branch and an inflected form of it in the others.
  isWhole: true,
  find(_unit, _source, { taken, takenSource, context: { terms, locale } }) {
    if (terms.isEmpty || !takenSource) return NOTHING
    const [source, value] = [proseOf(takenSource.units), proseOf(taken.units)]
    return terms.missingIn(source, value, locale).map(({ termId, term }) => ({
      message: `The glossary translates “${term}” in another way.`,
      params: { termId, term },
      span: null,
    }))
  },
}

const proseOf = (units: readonly { prose: string }[]) => units.map(({ prose }) => prose).join('\n')
