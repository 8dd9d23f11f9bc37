import { contract } from '@parlance/contract'
import { TBX_FOOTER, tbxHeader, writeTbxConcept } from '@parlance/formats/glossary'
import { implement } from '../../implement.ts'
import { type Export, exportConcepts, sendFile } from './export-concepts.ts'

export const exportGlossaryTbx = implement(contract.exportGlossaryTbx, async (services, { access, query, reply }) => {
  const exported = await exportConcepts(services, access, query.localeIds, reply)
  return sendFile(reply, 'tbx', 'application/xml; charset=utf-8', write(exported))
})

async function* write({ sourceLocaleCode, concepts }: Export): AsyncGenerator<string> {
  yield tbxHeader(sourceLocaleCode)
  for await (const slice of concepts) yield slice.map(writeTbxConcept).join('')
  yield TBX_FOOTER
}
