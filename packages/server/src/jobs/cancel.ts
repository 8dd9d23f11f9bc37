import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'

/**
 * Ends what waits or runs in all projects of an organization. Whoever works on one of them loses it with the next step.
 * Before anything else is locked, since jobs are held before everything else.
 */
export const cancelJobsOf = (tx: Transaction, organizationId: number, at: Date) =>
  tx.run(sql`
    with theirs as (
      select j.id from jobs j join projects p on p.id = j.project_id
      where p.organization_id = ${organizationId} and j.due_at is not null
      order by j.id
      for no key update of j
    )
    update jobs j set state = 'cancelled', finished_at = ${at}, due_at = null from theirs where j.id = theirs.id`)
