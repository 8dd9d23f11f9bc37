import { contract } from '@parlance/contract'
import { type TbxDialect, tbxDialects, writeTbxConcept } from '@parlance/formats/glossary'
import { implement } from '../../implement.ts'
import { type Export, exportConcepts, sendFile } from './export-concepts.ts'

export const exportGlossaryTbx = implement(contract.exportGlossaryTbx, async (services, { access, query, reply }) => {
  const exported = await exportConcepts(services, access, query.localeIds, reply)
  const pieces = write(tbxDialects[query.dialect ?? '2019'], exported)
  return sendFile(reply, 'tbx', 'application/xml; charset=utf-8', pieces)
})

async function* write(dialect: TbxDialect, { sourceLocaleCode, concepts }: Export): AsyncGenerator<string> {
  yield dialect.header(sourceLocaleCode)
  let number = 0
  for await (const slice of concepts) {
    yield slice.map((concept) => writeTbxConcept(dialect, concept, ++number)).join('')
  }
  yield dialect.footer
}
