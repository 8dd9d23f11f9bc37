import type { ChangeEvent } from '@parlance/contract'
import { type Sql, sql } from '../db/sql.ts'
import type { Signature } from './author.ts'
import type { Change, Facts } from './change.ts'

const LIVING = new Map<ChangeEvent, number>([
  ['key.created', 1],
  ['key.restored', 1],
  ['key.deleted', -1],
])

const livingKeys = (changes: readonly Change[]) => changes.reduce((sum, { event }) => sum + (LIVING.get(event) ?? 0), 0)

const json = (side: Record<string, unknown> | null | undefined) => (side ? JSON.stringify(side) : null)

/**
 * For changes that are known here. Each write ends with this, so it does not count in SQL what can be counted before. Its one
 * row tells the number of the last of them.
 */
export function insertGiven({ projectId, actor, at }: Signature, changes: readonly Change[]): Sql {
  return sql`
    with counter as (
      update project_counters set seq = seq + ${changes.length}, keys = keys + ${livingKeys(changes)}
      where project_id = ${projectId}
      returning seq - ${changes.length} as base
    ), inserted as (
      insert into changes (project_id, seq, at, actor_type, actor_id, event, key_id, key_name, namespace, translation_id,
                           locale, before, after)
      select ${projectId}::bigint, base + position, ${at}::timestamptz, ${actor.type}::text, ${actor.id}::bigint, event,
             key_id, key_name, namespace, translation_id, locale, before, after
      from counter, unnest(
        ${changes.map(({ event }) => event)}::text[],
        ${changes.map(({ keyId }) => keyId ?? null)}::bigint[],
        ${changes.map(({ key }) => key ?? null)}::text[],
        ${changes.map(({ namespace }) => namespace ?? null)}::text[],
        ${changes.map(({ translationId }) => translationId ?? null)}::bigint[],
        ${changes.map(({ locale }) => locale ?? null)}::text[],
        ${changes.map(({ before }) => json(before))}::jsonb[],
        ${changes.map(({ after }) => json(after))}::jsonb[]
      ) with ordinality as c (event, key_id, key_name, namespace, translation_id, locale, before, after, position)
    )
    select base + ${changes.length} as last from counter`
}

/** The facts, the counter raised by their number, and as `inserted` the changes. */
export function insertFacts({ projectId, actor, at }: Signature, { from, select }: Facts): Sql {
  return sql`
    with ${from},
    facts as (${select}),
    totals as (
      select count(*) as changes,
             count(*) filter (where event in ('key.created', 'key.restored'))
               - count(*) filter (where event = 'key.deleted') as keys
      from facts
    ), counter as (
      update project_counters c set seq = c.seq + totals.changes, keys = c.keys + totals.keys
      from totals where c.project_id = ${projectId} and totals.changes > 0
      returning c.seq - totals.changes as base
    ), inserted as (
      insert into changes (project_id, seq, at, actor_type, actor_id, event, key_id, key_name, namespace,
                           translation_id, locale, before, after)
      select ${projectId}::bigint, base + row_number() over (order by position), ${at}::timestamptz,
             ${actor.type}::text, ${actor.id}::bigint, event, key_id, key_name, namespace, translation_id, locale,
             before, after
      from facts, counter
      returning event, seq
    )`
}
