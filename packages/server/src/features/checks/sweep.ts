import { sql } from '../../db/sql.ts'
import type { Services } from '../../services.ts'
import type { Sweep } from '../../sweeper.ts'
import { staleBefore } from '../context/index.ts'

export const checkSweeps: Sweep[] = [
  { step: markStaleRoom, trouble: 'texts that were too long for a place could not be marked to be looked at again' },
]

/** What was found by a sighting that has become too old meanwhile is looked at again, and then not found any more. */
async function markStaleRoom({ db, clock }: Services): Promise<void> {
  const now = clock.now()
  await db.run(sql`
    insert into keys_to_check (project_id, key_id, since)
    select distinct i.project_id, i.key_id, ${now}::timestamptz
    from issues i join observations o on o.key_id = i.key_id
    where i.check_id = 'exceeds_space' and o.last_seen_at < ${staleBefore(now)}
    order by i.project_id, i.key_id
    on conflict (project_id, key_id) do update set since = excluded.since`)
}
