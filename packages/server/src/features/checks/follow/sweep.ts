import { CHECKS_VERSION } from '@parlance/checks'
import { sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'

/**
 * For whoever changes what holds for a whole project: all its values are looked at again, in the background. It waits for
 * whoever is just looking, so nothing is found by what held before and written down after this commit.
 */
export async function beginSweep(tx: Transaction, projectId: number): Promise<void> {
  await tx.run(sql`
    insert into issue_positions (project_id, seq, swept_to, checks_version)
    select project_id, seq, 0, ${CHECKS_VERSION}::int from project_counters where project_id = ${projectId}
    on conflict (project_id) do update set swept_to = 0`)
}

/** Up to this key everything was looked at again. */
export async function sweepTo(tx: Transaction, projectId: number, keyId: number): Promise<void> {
  await tx.run(sql`update issue_positions set swept_to = ${keyId} where project_id = ${projectId}`)
}

/** What is left of keys that are gone, and in languages that the project no longer has, goes with the end of a sweep. */
export async function endSweep(tx: Transaction, projectId: number): Promise<void> {
  await tx.run(sql`
    delete from issues i
    where i.project_id = ${projectId}
      and (exists (select from keys k where k.id = i.key_id and k.deleted_at is not null)
           or not exists (
             select from project_locales pl where pl.project_id = i.project_id and pl.locale_id = i.locale_id))`)
  await tx.run(sql`update issue_positions set swept_to = null where project_id = ${projectId}`)
}
