import { isUtf8 } from 'node:buffer'
import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { importConcepts } from './import-concepts.ts'
import { readGlossaryCsv } from './read-csv.ts'

export const importGlossaryCsv = implement(contract.importGlossaryCsv, (services, { access, body, now }) =>
  importConcepts(services, {
    access,
    now,
    strategy: body.conflictStrategy,
    read: (isSource) => {
      const content = decode(body.content)
      if (typeof content === 'string') return { concepts: [], errors: [{ row: 0, message: content }] }
      return readGlossaryCsv(content, body.columnMapping ?? {}, isSource)
    },
  }),
)

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** The bytes of the file, or what is wrong with it. */
function decode(content: string): Buffer | string {
  const text = content.replaceAll(/[\r\n]/g, '')
  if (!BASE64.test(text) || text.replaceAll('=', '').length % 4 === 1) return 'The content is not Base64'
  const bytes = Buffer.from(text, 'base64')
  return isUtf8(bytes) ? bytes : 'The file is not in UTF-8'
}
