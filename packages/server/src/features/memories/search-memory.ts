import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../http/implement.ts'
import { beginSearch } from './search.ts'
import { findAllowedLocale } from './target-locale.ts'

export const searchMemory = implement(contract.searchMemory, async (services, { access, params, body }) => {
  const { db } = services
  const search = beginSearch(services, [params.tmId], body)
  const [memory] = await Promise.all([
    db.row<{ id: number; name: string }>(sql`select id, name from memories where id = ${params.tmId}`),
    findAllowedLocale(db, access, body.targetLocaleId),
  ])
  if (!memory) throw fault('notFound')
  return search([{ ...memory, priority: 0, penalty: 0 }])
})
