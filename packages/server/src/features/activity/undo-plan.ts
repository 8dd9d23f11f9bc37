import { limits } from '@parlance/contract'
import type { ChangeRange } from '../../changes/change.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { findProjectLocales } from '../projects/index.ts'
import { insertUndoneKeys } from './undo-keys.ts'

/** From here on PostgreSQL is told how much there is, and given room to sort it. */
const LARGE = 2_000

interface Undo {
  /** Keys that would come back or go, whoever asks. */
  turning: number
  coming: number
  going: number
  /** Values and keys. */
  reverted: number
  /** A JSON array. */
  skipped: string
}

/** Holds all that the plan looks at: from here on it stays true until the commit. Namespaces come before keys. */
export async function lockRange(tx: Transaction, projectId: number, { fromId, toId }: ChangeRange): Promise<void> {
  await tx.run(sql`
    with held as (
      select id from namespaces where project_id = ${projectId} and deleted_at is null order by id for key share
    )
    select count(*) from held`)
  await tx.run(sql`
    with held as (
      select id from keys
      where project_id = ${projectId} and id in (
        select key_id from changes
        where project_id = ${projectId} and seq between ${fromId} and ${toId} and key_id is not null)
      order by id for no key update
    )
    select count(*) from held`)
}

/**
 * What a range of changes comes to, and what of it can be taken back. Each value and each field of a key goes back to what
 * it was before the first of these changes, unless a newer one stands on top of the last. The plan is kept in two tables
 * of this transaction, so that no row of it passes through this process.
 */
export async function planUndo(tx: Transaction, access: ProjectAccess, range: ChangeRange): Promise<Undo> {
  const isLarge = range.toId - range.fromId >= LARGE
  if (isLarge) await tx.run(sql`set local work_mem = '64MB'`)
  await createTables(tx)
  await insertUndoneValues(tx, access, range)
  if (isLarge) await tx.run(sql`analyze undone_values`)
  await insertUndoneKeys(tx, access, range, await isBlind(tx, access))
  if (isLarge) await tx.run(sql`analyze undone_keys`)
  await judgeValuesByKeys(tx)
  return tx.one<Undo>(sql`
    select count(*) filter (where life in ('comes', 'goes', 'hidden')) as turning,
           count(*) filter (where life = 'comes' and is_undone) as coming,
           count(*) filter (where life = 'goes') as going,
           count(*) filter (where is_undone) + (select count(*) from undone_values where reason is null) as reverted,
           (select coalesce(json_agg(json_build_object(
                     'keyId', s.key_id, 'key', s.key, 'locale', s.locale, 'reason', s.reason)
                     order by s.key_id, s.locale nulls first, s.reason), '[]')
            from (
              select u.key_id, u.key_name as key, null::text as locale, u.reason
              from undone_keys u where u.reason is not null
              union
              -- Once for a key, however many languages it is: they are not for the caller to count.
              select v.key_id, coalesce(k.name, v.key_name), case when v.reason <> 'not_visible' then v.locale end, v.reason
              from undone_values v left join keys k on k.id = v.key_id where v.reason is not null
            ) s)::text as skipped
    from undone_keys`)
}

async function createTables(tx: Transaction): Promise<void> {
  await tx.run(sql`
    create temporary table undone_values (
      key_id bigint, key_name text, locale text, locale_id bigint,
      -- As they were.
      value text, status text,
      reason text,
      -- Into the trash, as they are.
      goes_along boolean not null default false,
      primary key (key_id, locale)
    ) on commit drop`)
  await tx.run(sql`
    create temporary table undone_keys (
      key_id bigint primary key, key_name text,
      -- Created within the range.
      is_new boolean, lives boolean, will_live boolean,
      -- comes back, goes, is left as newer changes made it, or is hidden from the caller; null: it has not turned.
      life text,
      -- What they will be.
      name text, namespace_id bigint, description text, ai_context text, is_plural boolean, character_limit bigint,
      syntax text,
      -- What will differ, as the history tells it.
      before jsonb, after jsonb,
      reason text, is_undone boolean
    ) on commit drop`)
}

/** Some language of the project is hidden from the caller. */
async function isBlind(tx: Transaction, { projectId, localeCodes }: ProjectAccess): Promise<boolean> {
  if (localeCodes === null) return false
  const locales = await findProjectLocales(tx, projectId)
  return !locales.every(({ code }) => localeCodes.includes(code))
}

/** A value that was created is cleared: there is nothing else to go back to. */
async function insertUndoneValues(
  tx: Transaction,
  access: ProjectAccess,
  { fromId, toId }: ChangeRange,
): Promise<void> {
  const { projectId, organizationId, localeCodes } = access
  await tx.run(sql`
    insert into undone_values (key_id, key_name, locale, locale_id, value, status, reason)
    with firsts as materialized (
      select key_id, locale, min(seq) as seq
      from changes
      where project_id = ${projectId} and seq between ${fromId} and ${toId}
        and event in ('translation.created', 'translation.updated')
      group by key_id, locale
    )
    select f.key_id, c.key_name, f.locale, l.id, was.value, was.status, case
             when ${localeCodes}::text[] is not null and f.locale <> all(${localeCodes}::text[]) then 'not_visible'
             when pl.locale_id is null then 'locale_removed'
             when k.id is null or exists (
               select 1 from changes n
               where n.project_id = ${projectId} and n.key_id = f.key_id and n.seq > ${toId} and n.locale = f.locale
                 and n.event in ('translation.created', 'translation.updated')) then 'changed_since'
           end
    from firsts f
    -- One by one, by their numbers: of a project that grew a moment ago the statistics know nothing, and a join compared
    -- each with each (8,000 changes in 28 s).
    cross join lateral (
      select h.key_name, h.before from changes h where h.project_id = ${projectId} and h.seq = f.seq offset 0
    ) c
    left join keys k on k.id = f.key_id
    left join locales l on l.organization_id = ${organizationId} and l.code = f.locale
    left join project_locales pl on pl.project_id = ${projectId} and pl.locale_id = l.id
    left join translations t on t.key_id = f.key_id and t.locale_id = l.id
    cross join lateral (
      select c.before ->> 'value' as value, coalesce(c.before ->> 'status', 'not_translated') as status
    ) was
    where was.value is distinct from t.value or was.status <> coalesce(t.status, 'not_translated')`)
}

/**
 * Values of a key that goes go along with it. Those of one that stays in the trash stay there; those of a new key that has
 * been worked on since stay with it, for that work stands on them; and none goes back over a newer limit of its key.
 */
async function judgeValuesByKeys(tx: Transaction): Promise<void> {
  await tx.run(sql`
    update undone_values v
    set goes_along = u.life is not distinct from 'goes',
        reason = case
          when u.life = 'goes' then null
          when not coalesce(u.will_live, k.deleted_at is null) then coalesce(u.reason, 'changed_since')
          else 'changed_since'
        end
    from keys k left join undone_keys u on u.key_id = k.id
    where k.id = v.key_id and (
      u.life = 'goes' or v.reason is null and (
        not coalesce(u.will_live, k.deleted_at is null)
        or u.life = 'left' and u.is_new
        or exceeded_limit(
          v.value, least(case when u.key_id is null then k.character_limit else u.character_limit end, ${limits.value}))
          is not null))`)
}
