import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { type PasskeyRow, passkeyColumns, presentPasskey } from './passkey.ts'

/** One's own only. */
export const updatePasskey = implement(contract.updatePasskey, async ({ db }, { access, params, body }) => {
  const renamed = await db.row<PasskeyRow>(sql`
    update passkeys set name = ${body.name} where id = ${params.passkeyId} and user_id = ${access.userId}
    returning ${passkeyColumns}`)
  if (!renamed) throw fault('notFound')
  return presentPasskey(renamed)
})
