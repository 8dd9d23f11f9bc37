import type { Author } from '../../../changes/author.ts'
import { nothing, type Sql, sql } from '../../../db/sql.ts'
import { LostRace, type Transaction } from '../../../db/transaction.ts'
import type { ProjectAccess } from '../../../http/access.ts'
import { assertRoomForKeys } from '../../keys/index.ts'
import { mayAsk, parametersAsRead, refreshParameters, writeValuesFrom } from '../../translations/index.ts'
import { parametersOfNew, tellParameters } from './new-parameters.ts'
import { details, entries, type MappedFile, missesKey, nameHash, type Plan, planned, readPlan } from './plan.ts'
import { preferHashJoins } from './planner-settings.ts'
import { type SaidOfKeys, toldAnew } from './said-of-keys.ts'
import { sourceTexts } from './source-texts.ts'
import { type IdList, toWrite, type Write } from './to-write.ts'

export interface Keys {
  count: number
  ids: IdList
}

interface Prepared {
  plan: Plan
  created: Keys
  /** None of its keys was there before. */
  isAllNew: boolean
  /** What they ask for is written. */
  areAsksKnown: boolean
}

/** Creates the keys that are missing and locks the others, so that the plan stays true until the commit. */
export async function prepareImport(
  tx: Transaction,
  access: ProjectAccess,
  sessionId: string,
  files: readonly MappedFile[],
  said: SaidOfKeys,
  /** How many keys the same import removes. */
  leaving = 0,
): Promise<Prepared> {
  await preferHashJoins(tx, sessionId)
  // Before the first key is locked: whoever counts against the limit of the plan takes the organization first.
  if (access.keyLimit !== null) await assertRoomForKeys(tx, access, -leaving)
  const asking = await parametersOfNew(tx, access.by, sessionId, files, said.new)
  const { count, ids, asked } = await insertKeys(tx, access.by, entries(sessionId, files), { said: said.new, asking })
  if (count > leaving) await assertRoomForKeys(tx, access, count - leaving)
  const isAllNew = count === asked
  // Nobody else sees those that were just created, and each lock is written down: 100,000 of them took five seconds.
  if (!isAllNew)
    await tx.run(sql`
      select 1 from keys
      where id in (
        select r.key_id from (${planned(sessionId, files)}) r where r.key_id <> all(${ids}::bigint[])
        ${said.existing ? sql`union all select o.id from (${toldAnew(said.existing)}) o` : nothing})
      order by id for no key update`)
  const plan = await readPlan(tx, sessionId, files)
  // A key was deleted while it was looked for.
  if (plan.withoutKey > 0) throw new LostRace()
  return { plan, created: { count, ids }, isAllNew, areAsksKnown: isAllNew && tellParameters(files, access.by) }
}

async function insertKeys(
  tx: Transaction,
  { projectId, userId, at }: Author,
  texts: Sql,
  { said, asking }: { said: Sql | undefined; asking: Sql | undefined },
): Promise<Keys & { asked: number }> {
  const facts = said ? sql`s.syntax, s.description, s.character_limit, coalesce(s.is_plural, false)` : NO_FACTS
  const isPlural = sql`coalesce(s.is_plural, false)`
  const read = said ? parametersAsRead(sql`a.params`, sql`s.syntax`, isPlural) : sql`a.params`
  const { asked, ...created } = await tx.one<{ count: number; ids: string | null; asked: number }>(sql`
    with asked as materialized (
      select distinct e.namespace_id, e.name from (${texts}) e
    ), missing as (
      select e.namespace_id, e.name from asked e where ${missesKey}
    ), inserted as (
      insert into keys
        (project_id, namespace_id, name, syntax, description, character_limit, is_plural, params, created_by, created_at,
         updated_at)
      select ${projectId}::bigint, m.namespace_id, m.name, ${facts},
             ${asking ? sql`coalesce(${read}, '[]')` : sql`'[]'::jsonb`}, ${userId}::bigint, ${at}::timestamptz,
             ${at}::timestamptz
      from missing m
      ${said ? sql`left join (${said}) s on s.namespace_id = m.namespace_id and s.name = m.name` : nothing}
      ${asking ? sql`left join (${asking}) a on a.namespace_id = m.namespace_id and a.name = m.name` : nothing}
      order by m.namespace_id, m.name
      on conflict (namespace_id, name_hash) where deleted_at is null do nothing
      returning id
    )
    select count(*) as count, string_agg(id::text, ',' order by id) as ids, (select count(*) from asked) as asked
    from inserted`)
  return { ...keysOf(created), asked }
}

const NO_FACTS = sql`null::text, null::text, null::bigint, false`

/** Writes what the plan says, with every change it makes, in one statement. */
export async function writeImport(tx: Transaction, by: Author, write: Write) {
  const beside = sourceTexts(write, by.sourceLocaleId)
  const source = sql`
    select w.key_id, w.locale_id, w.value, w.status from (${toWrite(write)}) w
    ${beside ? sql`union all select s.key_id, s.locale_id, s.value, null from (${beside}) s where s.limit is null` : nothing}`
  const { refused, ...counts } = await writeValuesFrom(tx, by, source, facts(by, write))
  // The plan named them, and its keys are locked since, so whoever writes it has left them out.
  if (refused.length > 0) throw new Error(`${refused.length} texts are too long, and the plan did not know`)
  const asking = [...(await keysAsking(tx, by, write)), ...(await keysSaid(tx, write))]
  if (asking.length > 0) await refreshParameters(tx, by, asking)
  return counts
}

/** Keys whose source text asks for something, or did. Those that were created with what they ask for are as they should be. */
async function keysAsking(tx: Transaction, { sourceLocaleId }: Author, write: Write): Promise<number[]> {
  if (write.areAsksKnown) return []
  const ofSource = write.files.filter(({ localeId }) => localeId === sourceLocaleId)
  const bilingual = write.files.filter(({ said }) => said.includes('source'))
  if (ofSource.length === 0 && bilingual.length === 0) return []
  const namespaceIds = [...ofSource, ...bilingual].map(({ namespaceId }) => namespaceId)
  // Gathered before they are joined: else each part of a file would read all keys of its namespace, which made this the
  // slowest statement of an import of 100,000 keys.
  const asking = await tx.rows<{ keyId: number }>(sql`
    with texts as materialized (
      select e.namespace_id, ${nameHash} as name_hash, ${mayAsk(sql`e.value`)} as asks
      from (
        select e.namespace_id, e.name, e.value from (${entries(write.sessionId, ofSource)}) e
        union all
        select d.namespace_id, d.name, d.said->>'source' from (${details(write.sessionId, bilingual)}) d
        where d.said->>'source' is not null
      ) e
    )
    select distinct k.id as "keyId"
    from texts t
    join keys k on k.namespace_id = t.namespace_id and k.name_hash = t.name_hash and k.deleted_at is null
    where k.namespace_id = any(${namespaceIds}::bigint[])
      and (t.asks and k.params = '[]' or k.params <> '[]' and k.id <> all(${write.created}::bigint[]))`)
  return asking.map(({ keyId }) => keyId)
}

/** Keys whose texts may be read in another way now. */
async function keysSaid(tx: Transaction, { said: { existing } = {} }: Write): Promise<number[]> {
  if (!existing) return []
  const said = await tx.rows<{ keyId: number }>(sql`
    select k.id as "keyId"
    from (${existing}) s
    join keys k
      on k.namespace_id = s.namespace_id and k.name_hash = sha256(convert_to(s.name, 'UTF8')) and k.deleted_at is null
    where s.says_syntax or s.says_plural`)
  return said.map(({ keyId }) => keyId)
}

/** The keys that the write touches, without those it creates. */
export async function keysToWrite(tx: Transaction, write: Write): Promise<Keys> {
  const { said: { existing } = {} } = write
  const touched = await tx.one<{ count: number; ids: string | null }>(sql`
    select count(distinct w.key_id) as count, string_agg(distinct w.key_id::text, ',') as ids
    from (
      select key_id from (${toWrite(write)}) v
      ${existing ? sql`union all select id from (${toldAnew(existing)}) o` : nothing}
    ) w
    where w.key_id <> all(${write.created}::bigint[])`)
  return keysOf(touched)
}

export const keysOf = ({ count, ids }: { count: number; ids: string | null }): Keys => ({
  count,
  ids: `{${ids ?? ''}}`,
})

/** In the order that a reader needs: where keys go, keys that came, their values, and last the keys that went. */
const facts = ({ at }: Author, { before, created, removed, said: { existing } = {} }: Write) => ({
  from: sql`
    ${existing ? sql`${retold(existing, at)},` : nothing}
    gone as (
      update keys set deleted_at = ${at}, is_removed = true where id = any(${removed}::bigint[])
      returning id, name, namespace_id
    )`,
  select: sql`
    select position - (1::bigint << 61) as position, event, null::bigint as key_id, null::text as key_name, namespace,
           null::bigint as translation_id, locale, null::jsonb as before, after
    from unnest(
      ${before.map(({ event }) => event)}::text[],
      ${before.map(({ namespace }) => namespace ?? null)}::text[],
      ${before.map(({ locale }) => locale ?? null)}::text[],
      ${before.map(({ after }) => (after ? JSON.stringify(after) : null))}::jsonb[]
    ) with ordinality as b (event, namespace, locale, after, position)
    union all
    select k.id - (1::bigint << 60), 'key.created', k.id, k.name, n.name, null, null, null,
           jsonb_build_object('isPlural', k.is_plural, 'description', k.description,
                              'characterLimit', k.character_limit, 'syntax', k.syntax)
    from keys k join namespaces n on n.id = k.namespace_id
    where k.id = any(${created}::bigint[])
    ${existing ? sql`union all ${RETOLD}` : nothing}
    union all
    select k.id + (1::bigint << 61), 'schema.updated', k.id, k.name, n.name, null, null, null,
           jsonb_build_object('params', k.params)
    from keys k join namespaces n on n.id = k.namespace_id
    where k.id = any(${created}::bigint[]) and k.params <> '[]'
    union all
    select g.id + (1::bigint << 60), 'key.deleted', g.id, g.name, n.name, null, null, null, null
    from gone g join namespaces n on n.id = g.namespace_id`,
})

/** Keys that are there already and of which something else is said. They are others than those that go. */
const retold = (said: Sql, at: Date): Sql => sql`
  retold as (
    update keys k
    set syntax = o.new_syntax, description = o.new_description, character_limit = o.new_limit,
        is_plural = o.new_plural, updated_at = ${at}
    from (${toldAnew(said)}) o
    where k.id = o.id
    returning k.id, k.name, k.namespace_id, o.old_syntax, o.new_syntax, o.old_description, o.new_description, o.old_limit,
              o.new_limit, o.old_plural, o.new_plural
  )`

const RETOLD = sql`
  select r.id - (1::bigint << 59), 'key.updated', r.id, r.name, n.name, null, null, c.before, c.after
  from retold r
  join namespaces n on n.id = r.namespace_id
  cross join lateral (
    select jsonb_object_agg(field, was) as before, jsonb_object_agg(field, becomes) as after
    from (
      values ('syntax', to_jsonb(r.old_syntax), to_jsonb(r.new_syntax)),
             ('description', to_jsonb(r.old_description), to_jsonb(r.new_description)),
             ('characterLimit', to_jsonb(r.old_limit), to_jsonb(r.new_limit)),
             ('isPlural', to_jsonb(r.old_plural), to_jsonb(r.new_plural))
    ) f (field, was, becomes)
    where was is distinct from becomes
  ) c`
