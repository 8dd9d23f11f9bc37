import { contract } from '@parlance/contract'
import { implement } from '../../http/implement.ts'
import { importConcepts } from './import-concepts.ts'

export const importGlossaryJson = implement(contract.importGlossaryJson, (services, { access, body, now }) =>
  importConcepts(services, {
    access,
    now,
    strategy: body.conflictStrategy,
    sourceLocaleCode: body.sourceLocaleCode,
    read: () => {
      const errors = body.concepts.flatMap(({ terms }, at) =>
        terms.length === 0 ? [{ row: at + 1, message: 'The concept has no terms' }] : [],
      )
      const concepts = body.concepts.map((concept, at) => ({
        ...concept,
        row: at + 1,
        terms: concept.terms.map((term) => ({ ...term, row: at + 1 })),
      }))
      return { concepts, errors }
    },
  }),
)
