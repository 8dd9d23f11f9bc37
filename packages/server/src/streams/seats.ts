import type { Database } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { transaction } from '../db/transaction.ts'
import { fault } from '../http/errors.ts'

export type StreamKind = 'project' | 'key'

const CAPS = {
  project: { perProject: 100, perUser: 20 },
  key: { perProject: 50, perUser: 10 },
} as const satisfies Record<StreamKind, unknown>

/** A seat outlives its stream by no more than this, should the process die. */
const LEASE_MS = 25_000

/**
 * Takes one of the seats for open streams, counted over all instances. Who opens one waits only for those who open
 * another in the same project or for the same user, in this order: after a restart they all come at once.
 */
export async function takeSeat(
  db: Database,
  kind: StreamKind,
  projectId: number,
  userId: number,
  now: Date,
): Promise<number> {
  const { perProject, perUser } = CAPS[kind]
  const taken = sql`select count(*) from open_streams where kind = ${kind} and expires_at > ${now}`
  const seat = await transaction(db, async (tx) => {
    const locked = tx.run(sql`
      select pg_advisory_xact_lock(hashtextextended('parlance streams of project ' || ${projectId}::bigint, 0)),
             pg_advisory_xact_lock(hashtextextended('parlance streams of user ' || ${userId}::bigint, 0))`)
    // Not awaited in between: it follows in the same packet, and counts when it is run, which is after the locks.
    const inserted = tx.row<{ id: number }>(sql`
      insert into open_streams (kind, project_id, user_id, expires_at)
      select ${kind}::text, ${projectId}::bigint, ${userId}::bigint, ${leaseFrom(now)}::timestamptz
      where (${taken} and project_id = ${projectId}) < ${perProject}
        and (${taken} and user_id = ${userId}) < ${perUser}
      returning id`)
    const [made] = await Promise.all([inserted, locked])
    return made
  })
  if (!seat) throw fault('tooManyStreams')
  return seat.id
}

const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS)

/** And those whose process died are taken away. */
export async function renewSeats(db: Database, ids: readonly number[], now: Date): Promise<void> {
  await db.run(sql`
    with expired as (delete from open_streams where expires_at <= ${now} and id <> all(${ids}::bigint[]))
    update open_streams set expires_at = ${leaseFrom(now)} where id = any(${ids}::bigint[])`)
}

export async function leaveSeat(db: Database, id: number): Promise<void> {
  await db.run(sql`delete from open_streams where id = ${id}`)
}
