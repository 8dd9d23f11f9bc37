import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { rawJson } from '../../http/written-answer.ts'
import { implement } from '../../implement.ts'

export const getPreferences = implement(contract.getPreferences, async ({ db }, { access, reply }) => {
  const found = await db.row<{ value: string }>(sql`select value from preferences where user_id = ${access.userId}`)
  return rawJson(contract.getPreferences, reply, found?.value ?? '{}')
})
