import type { Database } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'

export type StreamKind = 'project' | 'key'

const CAPS = {
  project: { perProject: 100, perUser: 20 },
  key: { perProject: 50, perUser: 10 },
} as const satisfies Record<StreamKind, unknown>

/** A place outlives its stream by no more than this, should the process die. */
const LEASE_MS = 25_000

/** Takes one of the places for open streams, counted over all instances. */
export function takePlace(
  db: Database,
  kind: StreamKind,
  projectId: number,
  userId: number,
  now: Date,
): Promise<number> {
  return transaction(db, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('parlance streams'))`)
    const taken = await tx.row<{ inProject: number; ofUser: number }>(sql`
      select count(*) filter (where project_id = ${projectId}) as "inProject",
             count(*) filter (where user_id = ${userId}) as "ofUser"
      from open_streams
      where kind = ${kind} and expires_at > ${now} and (project_id = ${projectId} or user_id = ${userId})`)
    const { perProject, perUser } = CAPS[kind]
    if (taken && (taken.inProject >= perProject || taken.ofUser >= perUser)) throw fault('tooManyStreams')
    const place = await tx.row<{ id: number }>(sql`
      with expired as (delete from open_streams where expires_at <= ${now})
      insert into open_streams (kind, project_id, user_id, expires_at)
      values (${kind}, ${projectId}, ${userId}, ${new Date(now.getTime() + LEASE_MS)})
      returning id`)
    if (!place) throw new Error('A place came back without a row')
    return place.id
  })
}

export async function renewPlaces(db: Database, ids: readonly number[], now: Date): Promise<void> {
  await db.run(sql`
    update open_streams set expires_at = ${new Date(now.getTime() + LEASE_MS)} where id = any(${ids}::bigint[])`)
}

export async function leavePlace(db: Database, id: number): Promise<void> {
  await db.run(sql`delete from open_streams where id = ${id}`)
}
