import type { Author } from '../../changes/author.ts'
import type { ChangeRange, Facts } from '../../changes/change.ts'
import { isTaken } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { LostRace, type Transaction } from '../../db/transaction.ts'
import { refreshParameters, writeValuesFrom } from '../translations/index.ts'

interface Namespace {
  id: number
  name: string
}

/** Writes what the plan says: places first, then keys, then their values with every change of all of it. */
export async function writeUndo(tx: Transaction, by: Author): Promise<ChangeRange | null> {
  const revived = await reviveNamespaces(tx, by).catch(asLostRace)
  await writeKeys(tx, by).catch(asLostRace)
  const source = sql`
    select key_id, locale_id, value, status from undone_values where reason is null and not goes_along`
  const { changes, refused } = await writeValuesFrom(tx, by, source, facts(by, revived))
  if (refused.length > 0) throw new Error(`${refused.length} texts are too long, and the plan did not know`)
  await refreshAsking(tx, by)
  return changes
}

/** Somebody took a name since we looked, who holds none of the keys that we hold: look again. */
function asLostRace(error: unknown): never {
  throw isTaken(error, 'keys_living_name') || isTaken(error, 'namespaces_living_name') ? new LostRace() : error
}

/** Nobody holds one that is not in use, unless to delete it, which takes the turn that we have. */
const reviveNamespaces = (tx: Transaction, { at }: Author) =>
  tx.rows<Namespace>(sql`
    update namespaces set deleted_at = null, updated_at = ${at}
    where deleted_at is not null
      and id in (select namespace_id from undone_keys where is_undone and will_live)
    returning id, name`)

/**
 * All who give up a name do so before anybody takes one: two keys may have changed theirs with each other, and a name is
 * held by one of them at every moment.
 */
async function writeKeys(tx: Transaction, { at }: Author): Promise<void> {
  await tx.run(sql`
    update keys k set deleted_at = ${at}
    from undone_keys u
    where k.id = u.key_id and u.is_undone and u.lives
      and (not u.will_live or (u.name, u.namespace_id) is distinct from (k.name, k.namespace_id))`)
  await tx.run(sql`
    update keys k
    set name = u.name, namespace_id = u.namespace_id, description = u.description, ai_context = u.ai_context,
        is_plural = u.is_plural, character_limit = u.character_limit, syntax = u.syntax, deleted_at = null,
        is_removed = false, updated_at = case when u.before is null then k.updated_at else ${at} end
    from undone_keys u
    where k.id = u.key_id and u.is_undone and u.will_live`)
}

/** In the order that a reader needs: where keys go, keys that came with what they bring, values, keys that went. */
const facts = ({ projectId }: Author, revived: readonly Namespace[]): Facts => ({
  from: sql`
    undone as (
      select u.life, u.before, u.after, k.id, k.name, n.name as namespace, k.is_plural, k.description, k.character_limit,
             k.syntax, k.params
      from undone_keys u join keys k on k.id = u.key_id join namespaces n on n.id = k.namespace_id
      where u.is_undone
    )`,
  select: sql`
    select position - (1::bigint << 62) as position, 'namespace.created' as event, null::bigint as key_id,
           null::text as key_name, name as namespace, null::bigint as translation_id, null::text as locale,
           null::jsonb as before, jsonb_build_object('namespaceId', id, 'name', name) as after
    from unnest(${revived.map(({ id }) => id)}::bigint[], ${revived.map(({ name }) => name)}::text[])
      with ordinality as r (id, name, position)
    union all
    select id - (1::bigint << 61), 'key.restored', id, name, namespace, null, null, null,
           jsonb_build_object('isPlural', is_plural, 'description', description, 'characterLimit', character_limit,
                              'syntax', syntax)
    from undone where life = 'comes'
    union all
    select id - (1::bigint << 60), 'key.updated', id, name, namespace, null, null, before, after
    from undone where before is not null
    union all
    select t.id - (1::bigint << 59), 'translation.restored', u.id, u.name, u.namespace, t.id, l.code, null,
           jsonb_build_object('value', t.value, 'status', t.status)
    from undone u
    join translations t on t.key_id = u.id
    join project_locales pl on pl.project_id = ${projectId} and pl.locale_id = t.locale_id
    join locales l on l.id = t.locale_id
    where u.life = 'comes'
    union all
    select id - (1::bigint << 58), 'schema.updated', id, name, namespace, null, null, null,
           jsonb_build_object('params', params)
    from undone where life = 'comes' and params <> '[]'
    union all
    select id + (1::bigint << 60), 'key.deleted', id, name, namespace, null, null, null, null
    from undone where life = 'goes'`,
})

/** What keys ask for, where a source text asks for something, or did, or is read in another way now. */
async function refreshAsking(tx: Transaction, by: Author): Promise<void> {
  const asking = tx.groups<{ keyId: number }>(sql`
    select v.key_id as "keyId"
    from undone_values v join keys k on k.id = v.key_id
    where v.reason is null and not v.goes_along and v.locale_id = ${by.sourceLocaleId}
      and (k.params <> '[]' or v.value ~ '[{<]')
    union
    select u.key_id from undone_keys u where u.is_undone and u.will_live and u.after ?| array['syntax', 'isPlural']
    order by 1`)
  for await (const group of asking) {
    const keyIds = group.map(({ keyId }) => keyId)
    if (keyIds.length > 0) await refreshParameters(tx, by, keyIds)
  }
}
