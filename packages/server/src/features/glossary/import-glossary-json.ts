import { type Body, contract } from '@parlance/contract'
import type { ReadGlossary } from '@parlance/formats/glossary'
import { implement } from '../../implement.ts'
import { inSlices } from '../../turns.ts'
import { importConcepts } from './import-concepts.ts'

const READ_AT_ONCE = 5_000

export const importGlossaryJson = implement(contract.importGlossaryJson, (services, { access, body, now }) =>
  importConcepts(services, {
    access,
    now,
    strategy: body.conflictStrategy,
    sourceLocaleCode: body.sourceLocaleCode,
    read: () => readConcepts(body.concepts),
  }),
)

type Concepts = Body<typeof contract.importGlossaryJson>['concepts']

/** Errors name concepts, which count from 1. */
async function readConcepts(given: Concepts): Promise<ReadGlossary> {
  const read: ReadGlossary = { concepts: [], errors: [] }
  await inSlices(given, READ_AT_ONCE, (slice) => {
    for (const concept of slice) {
      const row = read.concepts.length + 1
      if (concept.terms.length === 0) read.errors.push({ row, message: 'The concept has no terms' })
      read.concepts.push({ ...concept, row, terms: concept.terms.map((term) => ({ ...term, row })) })
    }
  })
  return read
}
