import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { assertLocale } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../http/implement.ts'
import { beginSearch } from './search.ts'

export const searchMemory = implement(contract.searchMemory, async (services, { access, params, body }) => {
  const { db } = services
  const search = beginSearch(services, [params.tmId], body)
  // One statement for both: each takes longer to send than to run.
  const found = await db.row<{ id: number; name: string; localeCode: string | null }>(sql`
    select m.id, m.name, l.code as "localeCode"
    from memories m
    left join locales l on l.id = ${body.targetLocaleId} and l.organization_id = m.organization_id
    where m.id = ${params.tmId}`)
  if (!found) throw fault('notFound')
  const { localeCode, ...memory } = found
  if (localeCode === null) throw fault('localeUnknown')
  assertLocale(access, localeCode)
  return search([{ ...memory, priority: 0, penalty: 0 }])
})
