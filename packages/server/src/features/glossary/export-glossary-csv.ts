import { contract, csvColumns } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { writeCsvConcept, writeCsvRow } from './csv-concepts.ts'
import { type Export, exportConcepts, sendFile } from './export-concepts.ts'

export const exportGlossaryCsv = implement(contract.exportGlossaryCsv, async (services, { access, query, reply }) => {
  const exported = await exportConcepts(services, access, query.localeIds, reply)
  const isAmbiguous = await hasForeignSources(services.db, access.organizationId, exported.sourceLocaleCode)
  return sendFile(reply, 'csv', 'text/csv; charset=utf-8', write(exported, isAmbiguous))
})

/** The last column is for glossaries that need it: the others keep to the columns that everybody knows. */
async function* write({ concepts }: Export, isAmbiguous: boolean): AsyncGenerator<string> {
  const columns = csvColumns.filter((column) => isAmbiguous || column !== 'source_locale_code')
  yield writeCsvRow(columns)
  for await (const slice of concepts) yield slice.map((concept) => writeCsvConcept(concept, columns)).join('')
}

/** Whether there are terms at home in another language that have a translation in the standard one. */
async function hasForeignSources(db: Handle, organizationId: number, standard: string): Promise<boolean> {
  const found = await db.row(sql`
    select 1
    from glossaries g
    join locales l on l.organization_id = g.organization_id and l.code = ${standard}
    join terms t on t.glossary_id = g.id and t.source_locale_id <> l.id
    join term_translations tt on tt.term_id = t.id and tt.locale_id = l.id
    where g.organization_id = ${organizationId}
    limit 1`)
  return found !== undefined
}
