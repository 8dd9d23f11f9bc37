import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { assertConfirmed, holdAccount } from '../accounts/index.ts'
import { recordOwnEntry } from '../audit/index.ts'

/** One's own only. Sessions that it began go on: they are listed, and ended, by themselves. */
export const deletePasskey = implement(
  contract.deletePasskey,
  ({ db }, call) =>
    transaction(db, async (tx) => {
      const { access, params } = call
      const { userId } = access
      // Of two passkeys that are removed at the same moment one stays.
      await holdAccount(tx, access)
      await assertOtherWayIn(tx, userId, params.passkeyId)
      const removed = await tx.run(sql`delete from passkeys where id = ${params.passkeyId} and user_id = ${userId}`)
      if (removed === 0) throw fault('notFound')
      await recordOwnEntry(tx, 'passkey.removed', userId, call)
    }),
  assertConfirmed,
)

async function assertOtherWayIn(tx: Transaction, userId: number, passkeyId: number): Promise<void> {
  const others = await tx.row(sql`
    select from users u
    where u.id = ${userId} and (
      u.password_hash is not null
      or exists (select from identities i where i.user_id = u.id)
      or not exists (select from passkeys p where p.user_id = u.id and p.id = ${passkeyId})
      or exists (select from passkeys p where p.user_id = u.id and p.id <> ${passkeyId}))`)
  if (!others) throw fault('onlyWayIn')
}
