import { type Sql, sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { MOST_BYTES } from './affected.ts'
import type { Position } from './position.ts'

/** Values that are looked at in one step: whatever its size, it takes some 15 ms to begin and to end. */
const MOST_VALUES = 8_000
/** Of these, so many are read and checked together. */
const MOST_TOGETHER = 2_000

/** Keys to look at in one step. */
export interface NextKeys {
  keyIds: number[]
  /** Whether others may come after them. */
  hasMore: boolean
}

const keysWith = (values: number, { locales }: Position) => Math.max(1, Math.floor(values / Math.max(1, locales)))

/** How many keys of a step are read and checked together. */
export const keysTogether = (position: Position): number => keysWith(MOST_TOGETHER, position)

/** Takes marks away. Those that somebody is just setting again are left to them. */
export async function takeMarked(tx: Transaction, position: Position): Promise<NextKeys> {
  const { id } = position
  const next = await fitting(
    tx,
    position,
    (limit) => sql`
      select key_id as id from keys_to_check where project_id = ${id} order by key_id limit ${limit}
      for update skip locked`,
  )
  if (next.keyIds.length === 0) return next
  await tx.run(sql`delete from keys_to_check where project_id = ${id} and key_id = any(${next.keyIds}::bigint[])`)
  return next
}

/** The keys of a sweep that come next. */
export const nextOfSweep = (tx: Transaction, position: Position, sweptTo: number): Promise<NextKeys> =>
  fitting(
    tx,
    position,
    (limit) => sql`
      select id from keys where project_id = ${position.id} and deleted_at is null and id > ${sweptTo}
      order by id limit ${limit}`,
  )

/**
 * As many as fit into a step, by the number of their values and by the length of their texts, and at least one. How many
 * values a key has is not counted, only how many it may have: counting those of keys that come later took longer than it
 * saved.
 */
async function fitting(tx: Transaction, position: Position, candidates: (limit: number) => Sql): Promise<NextKeys> {
  const limit = keysWith(MOST_VALUES, position)
  const rows = await tx.rows<{ id: number; bytes: number }>(sql`
    select c.id, (select coalesce(sum(octet_length(t.value)), 0) from translations t where t.key_id = c.id) as bytes
    from (${candidates(limit)}) c order by c.id`)
  let bytes = 0
  const beyond = rows.findIndex((row, at) => {
    bytes += row.bytes
    return at > 0 && bytes > MOST_BYTES
  })
  const taken = beyond < 0 ? rows : rows.slice(0, beyond)
  return { keyIds: taken.map(({ id }) => id), hasMore: beyond >= 0 || rows.length === limit }
}
