import type { Actor } from '../../changes/author.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { recordEntriesOf } from '../audit/index.ts'
import { entriesEverywhere } from './audited.ts'

interface Removal {
  actor: Actor
  address: string | null
  at: Date
}

/**
 * For somebody who has lost them: their second factor, its recovery codes and their passkeys go, and all their sessions end.
 * What is left is the password, or a link to a new one. False when there was nothing to remove.
 */
export async function removeFactors(tx: Transaction, userId: number, by: Removal): Promise<boolean> {
  // Who signs in holds the row until their session can be seen here, and ended.
  await tx.run(sql`select from users where id = ${userId} for no key update`)
  const factors = await tx.run(sql`delete from second_factors where user_id = ${userId}`)
  const passkeys = await tx.run(sql`delete from passkeys where user_id = ${userId}`)
  if (factors + passkeys === 0) return false
  await tx.run(sql`
    with begun as (delete from second_factor_enrolments where user_id = ${userId}),
         waiting as (delete from second_steps where user_id = ${userId})
    delete from sessions where user_id = ${userId}`)
  await recordEntriesOf(tx, by, await entriesEverywhere(tx, userId, [{ event: 'member.second_factor_removed' }]))
  return true
}
