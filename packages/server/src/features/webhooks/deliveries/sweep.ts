import type { Database } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Services } from '../../../services.ts'
import type { Sweep } from '../../../sweeper.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 2_000

/** Deliveries that have ended, and what they told. */
export const deliverySweeps: Sweep[] = [{ step: removeOld, trouble: 'old deliveries could not be removed' }]

/** Whole days are kept, so that something is found once a day: what was told is looked for among all deliveries then. */
async function removeOld({ db, clock, config }: Services, patience: AbortSignal): Promise<void> {
  const today = Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS
  const oldest = new Date(today - config.deliveriesKeepDays * DAY_MS)
  let dataId = 0
  for (let after = 0; ; ) {
    patience.throwIfAborted()
    const part = await removePart(db, after, oldest)
    if (part.last === null) break
    after = part.last
    dataId = Math.max(dataId, part.dataId ?? 0)
  }
  if (dataId > 0) await removeUntold(db, dataId)
}

/**
 * Numbers are in the order of time, near enough for days: so the walk ends at the first that is young, and no index of times
 * is kept, which each write would pay for.
 */
const removePart = (db: Database, after: number, oldest: Date) =>
  db.one<{ last: number | null; dataId: number | null }>(sql`
    with part as materialized (
      select id, due_at, created_at from deliveries where id > ${after} order by id limit ${AT_ONCE}
    ), old as materialized (
      select id, due_at from part
      where id < coalesce((select min(id) from part where created_at >= ${oldest}), ${Number.MAX_SAFE_INTEGER}::bigint)
    ), removed as (
      delete from deliveries where id in (select id from old where due_at is null) returning data_id
    )
    select (select max(id) from old) as last, (select max(data_id) from removed) as "dataId"`)

/** What several webhooks were told is kept once, and goes with the last of their deliveries. */
const removeUntold = (db: Database, upTo: number) =>
  db.run(sql`
    delete from delivery_data t
    where t.id <= ${upTo} and not exists (select from deliveries d where d.data_id = t.id)`)
