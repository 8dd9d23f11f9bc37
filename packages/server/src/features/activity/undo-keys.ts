import type { ChangeRange } from '../../changes/change.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'

/**
 * The keys that the range created, deleted, brought back, renamed, moved or described anew. What newer changes did is left
 * to each field by itself; a key goes only if nothing at all was done to it since.
 */
export async function insertUndoneKeys(
  tx: Transaction,
  access: ProjectAccess,
  range: ChangeRange,
  isBlind: boolean,
): Promise<void> {
  await tx.run(sql`
    insert into undone_keys (key_id, key_name, is_new, lives, will_live, life, name, namespace_id, description, ai_context,
                             is_plural, character_limit, syntax, before, after, reason, is_undone)
    with recursive ${touched(access, range)}, ${homes(access)}, ${periods(access, range)}, ${targets(access, range)},
      ${wanted(access, range)}, ${clashes}, ${settled(access, isBlind)}
    select s.key_id, s.key_name, s.is_new, s.lives, s.will_live, s.life, s.new_name, s.new_namespace_id, s.new_description,
           s.new_ai_context, s.new_is_plural, s.new_limit, s.new_syntax, d.before, d.after,
           case
             when s.life = 'goes' then null
             when s.life = 'left' then 'changed_since'
             when s.life = 'hidden' then 'not_visible'
             when s.is_taken then 'name_taken'
             when exists (
               select 1 from jsonb_each(s.left_fields) as f where f.value is distinct from s.now -> f.key) then 'changed_since'
             else s.limit_reason
           end,
           s.life = 'goes' or (s.life = 'comes' and s.will_live) or d.before is not null
    from settled s
    left join namespaces old on old.id = s.namespace_id
    left join namespaces new on new.id = s.new_namespace_id
    cross join lateral (
      select jsonb_object_agg(f.field, f.old) as before, jsonb_object_agg(f.field, f.new) as after
      from (values
        ('key', to_jsonb(s.name), to_jsonb(s.new_name)),
        ('namespace', to_jsonb(old.name), to_jsonb(new.name)),
        ('description', to_jsonb(s.description), to_jsonb(s.new_description)),
        ('aiContext', to_jsonb(s.ai_context), to_jsonb(s.new_ai_context)),
        ('isPlural', to_jsonb(s.is_plural), to_jsonb(s.new_is_plural)),
        ('characterLimit', to_jsonb(s.character_limit), to_jsonb(s.new_limit)),
        ('syntax', to_jsonb(s.syntax), to_jsonb(s.new_syntax))
      ) as f (field, old, new)
      where f.old is distinct from f.new
    ) d`)
}

const touched = ({ projectId }: ProjectAccess, { fromId, toId }: ChangeRange): Sql => sql`
  touched as materialized (
    select key_id, key_name, seq, event, before
    from changes
    where project_id = ${projectId} and seq between ${fromId} and ${toId}
      and event in ('key.created', 'key.restored', 'key.updated', 'key.deleted')
  )`

/**
 * Where the keys of a namespace go: there, if it is still in use; else where one of its name is; else it is put to use
 * again, of several of its name the newest.
 */
const homes = ({ projectId }: ProjectAccess): Sql => sql`
  homes as materialized (
    select id, case when deleted_at is null then id
                    else first_value(id) over (partition by name order by deleted_at is not null, id desc) end as home
    from namespaces where project_id = ${projectId}
  )`

/** Which namespace bore which name, from one change to another: the history tells names, and these may mean another by now. */
const periods = ({ projectId }: ProjectAccess, { fromId }: ChangeRange): Sql => sql`
  periods as materialized (
    select id, name, event, seq as until, lag(seq, 1, 0::bigint) over (partition by id order by seq) as since
    from (
      select (coalesce(after, before) ->> 'namespaceId')::bigint as id, before ->> 'name' as name, event, seq
      from changes
      where project_id = ${projectId} and key_id is null and seq >= ${fromId}
        and event in ('namespace.created', 'namespace.updated', 'namespace.deleted')
      union all
      select id, name, 'today', 1::bigint << 62 from namespaces where project_id = ${projectId} and deleted_at is null
    ) ends
  )`

/** The fields of each key as they were; `kept` are those that were changed again since. */
const targets = ({ projectId }: ProjectAccess, { toId }: ChangeRange): Sql => sql`
  fields as (
    select distinct on (t.key_id, f.key) t.key_id, t.seq, f.key as field, f.value
    from touched t cross join lateral jsonb_each(t.before) as f
    where t.event = 'key.updated'
    order by t.key_id, f.key, t.seq
  ), targets as (
    select f.key_id, jsonb_object_agg(j.field, j.value) filter (where not j.is_kept) as target,
           jsonb_object_agg(j.field, j.value) filter (where j.is_kept) as kept
    from fields f
    left join periods p on f.field = 'namespace' and p.event <> 'namespace.created' and p.name = f.value #>> '{}'
      and f.seq > p.since and f.seq <= p.until
    left join homes h on h.id = p.id
    cross join lateral (
      select case when f.field = 'namespace' then 'namespaceId' else f.field end as field,
             case when f.field = 'namespace' then to_jsonb(h.home) else f.value end as value,
             (f.field = 'namespace' and h.id is null) or exists (
               select 1 from changes n
               where n.project_id = ${projectId} and n.key_id = f.key_id and n.seq > ${toId} and n.event = 'key.updated'
                 and n.after ? f.field) as is_kept
      offset 0
    ) j
    group by f.key_id
  )`

/** What would be if all names were free. */
const wanted = ({ projectId, localeCodes }: ProjectAccess, { toId }: ChangeRange): Sql => sql`
  turned as (
    select x.key_id, coalesce(k.name, x.key_name) as key_name, k.name, k.namespace_id, k.description, k.ai_context,
           k.is_plural, k.character_limit, k.syntax, t.target, t.kept, x.first_turn = 'key.created' as is_new,
           k.id is not null and k.deleted_at is null as lives,
           case
             when x.first_turn is null or (x.first_turn = 'key.deleted') = (k.id is not null and k.deleted_at is null) then null
             when n.has_turned then 'left'
             when k.id is null then case when x.first_turn = 'key.deleted' then 'left' end
             when ${localeCodes}::text[] is not null then 'hidden'
             when x.first_turn = 'key.deleted' then 'comes'
             when n.is_newer then 'left'
             else 'goes'
           end as life
    from (
      select key_id, max(key_name) as key_name,
             (array_agg(event order by seq) filter (where event <> 'key.updated'))[1] as first_turn
      from touched group by key_id
    ) x
    left join keys k on k.id = x.key_id
    -- A new key was nothing before: it goes, or it stays as it is.
    left join targets t on t.key_id = x.key_id and x.first_turn is distinct from 'key.created'
    left join lateral (
      select count(*) > 0 as is_newer, bool_or(c.event in ('key.created', 'key.restored', 'key.deleted')) as has_turned
      from changes c
      where c.project_id = ${projectId} and c.key_id = x.key_id and c.seq > ${toId}
        and c.event in ('key.created', 'key.restored', 'key.updated', 'key.deleted', 'translation.created',
                        'translation.updated')
    ) n on x.first_turn is not null
  ), wanted as materialized (
    select t.*, coalesce(t.target ->> 'key', t.name) as wanted_name,
           case when t.target ? 'namespaceId' then (t.target ->> 'namespaceId')::bigint
                when t.life = 'comes' then h.home
                else t.namespace_id end as wanted_namespace_id
    from turned t left join homes h on h.id = t.namespace_id
  )`

/**
 * Keys that cannot have their names, because somebody has them who does not give them up; and those who want the names
 * that these keep, and so on.
 */
const clashes = sql`
  moving as materialized (
    select key_id, lives, wanted_namespace_id, text_hash(wanted_name) as name_hash,
           row_number() over (partition by wanted_namespace_id, wanted_name order by key_id) as rank
    from wanted
    where life = 'comes' or (
      lives and life is distinct from 'goes' and (wanted_namespace_id, wanted_name) is distinct from (namespace_id, name))
  ), occupied as materialized (
    select m.key_id, k.id as by
    from moving m
    join keys k on k.namespace_id = m.wanted_namespace_id and k.name_hash = m.name_hash and k.deleted_at is null
  ), clashing (key_id) as (
    (
      select key_id from moving where rank > 1
      union
      select key_id from occupied
      where by not in (select key_id from moving) and by not in (select key_id from wanted where life = 'goes')
    )
    union
    select o.key_id
    from clashing c
    join moving m on m.key_id = c.key_id and m.lives
    join occupied o on o.by = m.key_id
  )`

/**
 * What will be. A limit comes back if all values will keep to it, as far as the caller may see them; who does not see all
 * languages makes none smaller, for that tells how long hidden values are.
 */
const settled = ({ projectId, localeCodes }: ProjectAccess, isBlind: boolean): Sql => sql`
  placed as (
    select w.*, c.key_id is not null as is_taken,
           case w.life when 'comes' then c.key_id is null when 'goes' then false else w.lives end as will_live,
           case when w.target ? 'characterLimit' then (w.target ->> 'characterLimit')::bigint
                else w.character_limit end as wanted_limit
    from wanted w left join clashing c on c.key_id = w.key_id
  ), settled as (
    select p.*,
           case when p.will_live and not p.is_taken then p.wanted_name else p.name end as new_name,
           case when p.will_live and not p.is_taken then p.wanted_namespace_id else p.namespace_id end as new_namespace_id,
           case when p.will_live and p.target ? 'description' then p.target ->> 'description'
                else p.description end as new_description,
           case when p.will_live and p.target ? 'aiContext' then p.target ->> 'aiContext'
                else p.ai_context end as new_ai_context,
           case when p.will_live and p.target ? 'isPlural' then (p.target ->> 'isPlural')::boolean
                else p.is_plural end as new_is_plural,
           case when p.will_live and p.target ? 'syntax' then p.target ->> 'syntax' else p.syntax end as new_syntax,
           case when p.will_live and l.limit_reason is null then p.wanted_limit else p.character_limit end as new_limit,
           l.limit_reason,
           case when p.will_live then p.kept
                else coalesce(p.kept, '{}') || coalesce(p.target, '{}') end as left_fields,
           jsonb_build_object(
             'key', p.name, 'namespaceId', p.namespace_id, 'description', p.description, 'aiContext', p.ai_context,
             'isPlural', p.is_plural, 'characterLimit', p.character_limit, 'syntax', p.syntax) as now
    from placed p
    cross join lateral (
      select case
               when not p.will_live or p.wanted_limit is not distinct from p.character_limit then null
               when ${isBlind} and p.wanted_limit < coalesce(p.character_limit, p.wanted_limit + 1) then 'not_visible'
               when exists (
                 select 1
                 from translations t
                 join project_locales pl on pl.project_id = ${projectId} and pl.locale_id = t.locale_id
                 join locales l on l.id = t.locale_id
                 left join undone_values v on v.key_id = t.key_id and v.locale = l.code and v.reason is null
                 where t.key_id = p.key_id
                   and (${localeCodes}::text[] is null or l.code = any(${localeCodes}::text[]))
                   and exceeded_limit(case when v.key_id is null then t.value else v.value end, p.wanted_limit) is not null
               ) then 'changed_since'
             end as limit_reason
      offset 0
    ) l
  )`
