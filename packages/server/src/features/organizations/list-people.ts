import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'

export const listPeople = implement(contract.listPeople, async ({ db }, { access }) => {
  const people = await db.rows<{ id: number; name: string }>(sql`
    select u.id, u.name from writers w join users u on u.id = w.user_id
    where w.organization_id = ${access.organizationId}
    order by u.id`)
  return { people }
})
