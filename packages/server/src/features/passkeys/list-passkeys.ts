import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { type PasskeyRow, passkeyColumns, presentPasskey } from './passkey.ts'

export const listPasskeys = implement(contract.listPasskeys, async ({ db }, { access }) => {
  const passkeys = await db.rows<PasskeyRow>(sql`
    select ${passkeyColumns} from passkeys where user_id = ${access.userId} order by created_at desc, id desc`)
  return { passkeys: passkeys.map(presentPasskey) }
})
