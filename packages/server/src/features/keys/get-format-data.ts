import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import { rawJson } from '../../http/written-answer.ts'
import { implement } from '../../implement.ts'

export const getFormatData = implement(contract.getFormatData, async ({ db }, { access, params, reply }) => {
  const found = await db.row<{ data: string }>(sql`
    select coalesce(f.data, '{}')::text as data
    from keys k left join key_format_data f on f.key_id = k.id
    where k.id = ${params.keyId} and k.project_id = ${access.projectId} and k.deleted_at is null`)
  if (!found) throw fault('keyNotFound')
  return rawJson(contract.getFormatData, reply, found.data)
})
