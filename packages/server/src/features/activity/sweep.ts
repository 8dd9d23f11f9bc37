import { sql } from '../../db/sql.ts'
import type { Services } from '../../services.ts'
import type { Sweep } from '../../sweeper.ts'

const DAY_MS = 86_400_000
/** Changes looked at by one statement: some ten milliseconds of work. */
const AT_ONCE = 2_000

/** What the history tells of longer ago than it is kept. */
export const activitySweeps: Sweep[] = [{ step: thinOut, trouble: 'old changes could not be removed' }]

/**
 * The last change of each value and of each key stays, however old: it is what the history knows of what is there now, and
 * memories, published files and the marks of downloads are told by it. So do the few that tell of namespaces and languages.
 */
async function thinOut({ db, clock, config }: Services, patience: AbortSignal): Promise<void> {
  if (config.historyKeepDays === null) return
  const oldest = new Date(clock.now().getTime() - config.historyKeepDays * DAY_MS)
  const projects = await db.rows<{ id: number }>(sql`
    select c.project_id as id
    from project_counters c
    left join history_positions p on p.project_id = c.project_id
    cross join lateral (
      select at from changes n where n.project_id = c.project_id and n.seq > coalesce(p.seq, 0) order by n.seq limit 1
    ) next
    where next.at < ${oldest}`)
  for (const { id } of projects) {
    await db.run(sql`insert into history_positions (project_id) values (${id}) on conflict do nothing`)
    do patience.throwIfAborted()
    while ((await db.run(thinned(id, oldest))) > 0)
  }
}

/** One part of a project's history; nothing when all of it is done, or while another instance is at it. */
const thinned = (projectId: number, oldest: Date) => sql`
  with place as (
    select seq from history_positions where project_id = ${projectId} for update skip locked
  ), part as materialized (
    select seq, at, event, key_id, locale from changes
    where project_id = ${projectId} and seq > (select seq from place)
    order by seq limit ${AT_ONCE}
  ), old as materialized (
    select * from part
    where seq < coalesce((select min(seq) from part where at >= ${oldest}), ${Number.MAX_SAFE_INTEGER}::bigint)
  ), superseded as (
    select c.seq
    from old o
    join changes c on c.project_id = ${projectId} and c.key_id = o.key_id and c.seq < o.seq
    where (o.event like 'translation.%' and c.event like 'translation.%' and c.locale = o.locale)
      or (o.event like 'key.%' and c.event like 'key.%')
    union
    select seq from old
    where event not like 'translation.%' and event not like 'key.%'
      and event not like 'namespace.%' and event not like 'project.%'
  ), removed as (
    delete from changes where project_id = ${projectId} and seq in (select seq from superseded)
  )
  update history_positions set seq = done.seq
  from (select max(seq) as seq from old) done
  where project_id = ${projectId} and done.seq is not null`
