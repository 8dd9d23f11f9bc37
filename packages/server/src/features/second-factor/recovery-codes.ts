import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { hashSecret } from '../../http/secrets.ts'
import { bareRecoveryCode, newRecoveryCodes } from './codes.ts'

/** New ones in place of all that there were, for whoever holds the row of the factor. They are told this once. */
export async function replaceRecoveryCodes(tx: Transaction, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashSecret(bareRecoveryCode(code)))
  await tx.run(sql`delete from recovery_codes where user_id = ${userId}`)
  await tx.run(sql`
    insert into recovery_codes (user_id, code_hash) select ${userId}, unnest(${hashes}::bytea[])`)
  return codes
}
