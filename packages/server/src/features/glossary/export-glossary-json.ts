import { contract } from '@parlance/contract'
import type { ExchangedConcept } from '@parlance/formats/glossary'
import { written } from '../../http/written-answer.ts'
import { implement } from '../../implement.ts'
import { type Export, exportConcepts, sendFile } from './export-concepts.ts'

export const exportGlossaryJson = implement(contract.exportGlossaryJson, async (services, { access, query, reply }) => {
  const exported = await exportConcepts(services, access, query.localeIds, reply)
  return written(contract.exportGlossaryJson, sendFile(reply, 'json', 'application/json', write(exported)))
})

async function* write({ sourceLocaleCode, concepts }: Export): AsyncGenerator<string> {
  yield `{"version":"1.0","sourceLocaleCode":${JSON.stringify(sourceLocaleCode)},"concepts":[`
  let separator = ''
  for await (const slice of concepts) {
    yield separator + slice.map(present).join(',')
    separator = ','
  }
  yield ']}'
}

/** JSON leaves out what is not there. */
const present = ({ row: _, terms, ...concept }: ExchangedConcept) =>
  JSON.stringify({ ...concept, terms: terms.map(({ row: _, ...term }) => term) })
