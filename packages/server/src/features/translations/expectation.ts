import type { Status } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'

/** The time of the value that somebody saw, null if they saw none; undefined if they do not say. */
export type Expected = Date | null | undefined

export const expectationOf = (sent: string | null | undefined): Expected =>
  typeof sent === 'string' ? new Date(sent) : sent

/** As much of a value as its next writer has to know. Of a value that is not there, nothing. */
interface StoredValue {
  value: string | null
  status: Status | null
  updatedAt: Date | null
  updatedBy: number | null
}

/** Refuses a write that was made for another value than the one that is there. The caller holds the lock of the key. */
export async function assertExpected(
  tx: Transaction,
  access: ProjectAccess,
  { keyId, localeId }: { keyId: number; localeId: number },
  expected: Expected,
): Promise<void> {
  if (expected === undefined) return
  const stored = await tx.row<StoredValue>(sql`
    select value, status, updated_at as "updatedAt", updated_by as "updatedBy" from translations
    where key_id = ${keyId} and locale_id = ${localeId}`)
  if (stored?.updatedAt?.getTime() === expected?.getTime()) return
  throw valueChanged(access, stored)
}

/** What is there now, so that a person can choose without asking again. Who may not read learns that it changed. */
function valueChanged({ permissions }: ProjectAccess, stored: StoredValue | undefined) {
  const { value = null, status = null, updatedAt = null, updatedBy = null } = stored ?? {}
  return fault('valueChanged', {
    value: permissions.has('translation.view') ? value : null,
    status,
    updatedAt: updatedAt?.toISOString() ?? null,
    updatedBy,
  })
}
