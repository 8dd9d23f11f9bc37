import { contract } from '@parlance/contract'
import { sql } from '../../../db/sql.ts'
import { assertLocale } from '../../../http/access.ts'
import { fault } from '../../../http/errors.ts'
import { searcherOf } from '../../../http/searcher.ts'
import { implement } from '../../../implement.ts'
import { beginSearch, finishSearch } from './search.ts'

export const searchMemory = implement(contract.searchMemory, async (services, { access, params, body, reply }) => {
  const memory = sql`select id, name, 0 as priority, 0 as penalty from memories where id = ${params.tmId}`
  const start = await beginSearch(services, searcherOf(access, reply), access.organizationId, memory, body)
  if (start.memories.length === 0) throw fault('notFound')
  if (start.localeCode === null) throw fault('localeUnknown')
  assertLocale(access, start.localeCode)
  return finishSearch(services, start)
})
