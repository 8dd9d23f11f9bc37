import { CHECKS_VERSION } from '@parlance/checks'
import type { Handle } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { CheckedProject } from '../subjects.ts'

/** How far a project was looked at, and what there is to look at. */
export interface Position extends Omit<CheckedProject, 'asksForInconsistent'> {
  organizationId: number
  sourceLocale: string
  /** Changes up to `seq` were looked at, those up to `until` are there. */
  seq: number
  until: number
  /** Null: no sweep is under way. */
  sweptTo: number | null
  /** How many keys it has, and in how many languages they may have values. */
  keys: number
  locales: number
}

/** A project that has something to be looked at. */
export interface Behind {
  id: number
  /** Nobody has looked at it by these checks. */
  isNew: boolean
  hasChanges: boolean
  /** Some keys are marked, or a sweep is under way. */
  hasKeys: boolean
}

/** Projects with something that nobody has looked at. Those that are deleted, or whose organization is closed, have none. */
export const findBehind = (handle: Handle) =>
  handle.rows<Behind>(sql`
    select * from (
      select p.id, s.project_id is null or s.checks_version < ${CHECKS_VERSION} as "isNew", c.seq > s.seq as "hasChanges",
             s.swept_to is not null or exists (select from keys_to_check m where m.project_id = p.id) as "hasKeys"
      from projects p
      join organizations o on o.id = p.organization_id and o.deleted_at is null
      join project_counters c on c.project_id = p.id
      left join issue_positions s on s.project_id = p.id
      where p.deleted_at is null
    ) behind
    where "isNew" or "hasChanges" or "hasKeys"
    order by id`)

/**
 * A project that is new, or was looked at by older checks, is looked at from its first key on. Whoever comes second finds
 * it begun. Instances of an older version leave what newer checks have found.
 */
export async function begin(handle: Handle, projectId: number): Promise<void> {
  await handle.run(sql`
    insert into issue_positions as s (project_id, seq, swept_to, checks_version)
    select project_id, seq, 0, ${CHECKS_VERSION}::int from project_counters where project_id = ${projectId}
    on conflict (project_id) do update set swept_to = 0, checks_version = excluded.checks_version
    where s.checks_version < excluded.checks_version`)
}

/** Undefined while somebody else is at it, and where there is nothing to look at any more. */
export const lockPosition = (tx: Transaction, projectId: number) =>
  tx.row<Position>(sql`
    select p.id, p.organization_id as "organizationId", p.source_locale_id as "sourceLocaleId",
           l.code as "sourceLocale", s.seq, c.seq as until, s.swept_to as "sweptTo", c.keys,
           (select count(*) from project_locales pl where pl.project_id = p.id) as locales
    from issue_positions s
    join projects p on p.id = s.project_id and p.deleted_at is null
    join project_counters c on c.project_id = s.project_id
    join locales l on l.id = p.source_locale_id
    where s.project_id = ${projectId}
    for update of s skip locked`)

/**
 * When so many changes wait, and they are a good part of all the project has, it is looked at key by key instead: each value
 * once, however often its key and its source text changed. An import of everything took half the time so.
 */
const MANY = 10_000
const GOOD_PART = 1 / 4

export const isTooMuchToFollow = ({
  seq,
  until,
  keys,
  locales,
}: Pick<Position, 'seq' | 'until' | 'keys' | 'locales'>) =>
  until - seq > MANY && until - seq > keys * locales * GOOD_PART

/** Changes up to here were looked at, once the transaction is committed. */
export const moveTo = (tx: Transaction, projectId: number, seq: number): void =>
  tx.atCommit(() => sql`update issue_positions set seq = ${seq} where project_id = ${projectId}`)
