import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'

export const listPeople = implement(contract.listPeople, async ({ db }, { access, query: { who } }) => {
  const among = who === 'members' ? sql`memberships` : sql`writers`
  const people = await db.rows<{ id: number; name: string }>(sql`
    select u.id, u.name from ${among} p join users u on u.id = p.user_id
    where p.organization_id = ${access.organizationId}
    order by u.id`)
  return { people }
})
