import type { Author } from '../../../changes/author.ts'
import type { Change } from '../../../changes/change.ts'
import { nothing, type Sql, sql } from '../../../db/sql.ts'
import { LostRace, type Transaction } from '../../../db/transaction.ts'
import type { ProjectAccess } from '../../../http/access.ts'
import { assertRoomForKeys } from '../../keys/index.ts'
import { refreshParameters, writeValuesFrom } from '../../translations/index.ts'
import { type Contested, entries, type MappedFile, nameHash, type Plan, planned, readPlan } from './plan.ts'
import { preferHashJoins } from './planner-settings.ts'
import { otherwiseWritten, type SaidSyntaxes } from './said-syntaxes.ts'

/** Ids as PostgreSQL writes a list of them: a hundred thousand pass through without being looked at. */
export type IdList = string

export interface Keys {
  count: number
  ids: IdList
}

interface Prepared {
  plan: Plan
  created: Keys
}

/** Creates the keys that are missing and locks the others, so that the plan stays true until the commit. */
export async function prepareImport(
  tx: Transaction,
  access: ProjectAccess,
  sessionId: string,
  files: readonly MappedFile[],
  /** Of the keys that it creates. */
  said: SaidSyntaxes,
  /** How many keys the same import removes. */
  leaving = 0,
): Promise<Prepared> {
  await preferHashJoins(tx, sessionId)
  // Before the first key is locked: whoever counts against the limit of the plan takes the organization first.
  if (access.keyLimit !== null) await assertRoomForKeys(tx, access, -leaving)
  const { count, ids } = await insertKeys(tx, access.by, entries(sessionId, files), said)
  if (count > leaving) await assertRoomForKeys(tx, access, count - leaving)
  // Nobody else sees those that were just created, and each lock is written down: 100,000 of them took five seconds.
  await tx.run(sql`
    select 1 from keys
    where id in (
      select r.key_id from (${planned(sessionId, files)}) r where r.key_id <> all(${ids}::bigint[]))
    order by id for no key update`)
  const plan = await readPlan(tx, sessionId, files)
  // A key was deleted while it was looked for.
  if (plan.withoutKey > 0) throw new LostRace()
  return { plan, created: { count, ids } }
}

async function insertKeys(
  tx: Transaction,
  { projectId, userId, at }: Author,
  texts: Sql,
  said: SaidSyntaxes,
): Promise<Keys> {
  const created = await tx.one<{ count: number; ids: string | null }>(sql`
    with missing as (
      select distinct e.namespace_id, e.name from (${texts}) e
      where not exists (
        select 1 from keys k
        where k.namespace_id = e.namespace_id and k.name_hash = ${nameHash} and k.deleted_at is null)
    ), inserted as (
      insert into keys (project_id, namespace_id, name, syntax, created_by, created_at, updated_at)
      select ${projectId}::bigint, m.namespace_id, m.name, ${said ? sql`s.syntax` : sql`null::text`}, ${userId}::bigint,
             ${at}::timestamptz, ${at}::timestamptz
      from missing m
      ${said ? sql`left join (${said}) s on s.namespace_id = m.namespace_id and s.name = m.name` : nothing}
      order by m.namespace_id, m.name
      on conflict (namespace_id, name_hash) where deleted_at is null do nothing
      returning id
    )
    select count(*) as count, string_agg(id::text, ',' order by id) as ids from inserted`)
  return keysOf(created)
}

type Pair = Pick<Contested, 'keyId' | 'localeId'>

interface Write {
  sessionId: string
  files: readonly MappedFile[]
  created: IdList
  /** Conflicts in which the file has the last word. */
  accepted: readonly Pair[]
  /** Texts that are left out although nothing is in their way. */
  leftOut?: readonly Pair[]
  /** Keys to be removed for good: none of them is in the trash, and only who takes back the import brings them back. */
  removed: IdList
  /** What the import had to create before: namespaces, locales. */
  before: readonly Change[]
  /** Of keys that are there already as well. The import has texts for all of them. */
  syntaxes?: SaidSyntaxes
}

/** Writes what the plan says, with every change it makes, in one statement. */
export async function writeImport(tx: Transaction, by: Author, write: Write) {
  const source = sql`
    select w.key_id, w.locale_id, w.value, null::text as status from (${toWrite(write)}) w`
  const { refused, ...counts } = await writeValuesFrom(tx, by, source, facts(by, write))
  // The plan named them, and its keys are locked since, so whoever writes it has left them out.
  if (refused.length > 0) throw new Error(`${refused.length} texts are too long, and the plan did not know`)
  const asking = [...(await keysAsking(tx, by, write)), ...(await keysSaid(tx, write))]
  if (asking.length > 0) await refreshParameters(tx, by, asking)
  return counts
}

/** Keys whose source text asks for something, or did. Most ask for nothing, and what does shows a brace or a tag. */
async function keysAsking(tx: Transaction, { sourceLocaleId }: Author, write: Write): Promise<number[]> {
  const ofSource = write.files.filter(({ localeId }) => localeId === sourceLocaleId)
  if (ofSource.length === 0) return []
  // Gathered before they are joined: else each part of a file would read all keys of its namespace, which made this the
  // slowest statement of an import of 100,000 keys.
  const asking = await tx.rows<{ keyId: number }>(sql`
    with texts as materialized (
      select e.namespace_id, ${nameHash} as name_hash, e.value ~ '[{<]' as asks
      from (${entries(write.sessionId, ofSource)}) e
    )
    select distinct k.id as "keyId"
    from texts t
    join keys k on k.namespace_id = t.namespace_id and k.name_hash = t.name_hash and k.deleted_at is null
    where k.namespace_id = any(${ofSource.map(({ namespaceId }) => namespaceId)}::bigint[])
      and (t.asks or k.params <> '[]')`)
  return asking.map(({ keyId }) => keyId)
}

/** Keys whose texts may be read in another way now. */
async function keysSaid(tx: Transaction, { syntaxes }: Write): Promise<number[]> {
  if (!syntaxes) return []
  const said = await tx.rows<{ keyId: number }>(sql`
    select k.id as "keyId"
    from (${syntaxes}) s
    join keys k
      on k.namespace_id = s.namespace_id and k.name_hash = sha256(convert_to(s.name, 'UTF8')) and k.deleted_at is null`)
  return said.map(({ keyId }) => keyId)
}

/** The keys that the write touches, without those it creates. */
export async function keysToWrite(tx: Transaction, write: Write): Promise<Keys> {
  const { syntaxes } = write
  const touched = await tx.one<{ count: number; ids: string | null }>(sql`
    select count(distinct w.key_id) as count, string_agg(distinct w.key_id::text, ',') as ids
    from (
      select key_id from (${toWrite(write)}) v
      ${syntaxes ? sql`union all select id from (${otherwiseWritten(syntaxes)}) o` : nothing}
    ) w
    where w.key_id <> all(${write.created}::bigint[])`)
  return keysOf(touched)
}

export const keysOf = ({ count, ids }: { count: number; ids: string | null }): Keys => ({
  count,
  ids: `{${ids ?? ''}}`,
})

const toWrite = ({ sessionId, files, accepted, leftOut = [] }: Write): Sql => sql`
  select r.key_id, r.locale_id, r.value from (${planned(sessionId, files)}) r
  left join ${pairs(accepted)} as a (key_id, locale_id) on a.key_id = r.key_id and a.locale_id = r.locale_id
  left join ${pairs(leftOut)} as o (key_id, locale_id) on o.key_id = r.key_id and o.locale_id = r.locale_id
  where (r.outcome in ('added', 'updated') and o.key_id is null)
    or (r.outcome = 'conflict' and a.key_id is not null)`

const pairs = (list: readonly Pair[]): Sql => sql`
  unnest(${`{${list.map(({ keyId }) => keyId).join(',')}}`}::bigint[],
         ${`{${list.map(({ localeId }) => localeId).join(',')}}`}::bigint[])`

/** In the order that a reader needs: where keys go, keys that came, their values, and last the keys that went. */
const facts = ({ at }: Author, { before, created, removed, syntaxes }: Write) => ({
  from: sql`
    ${syntaxes ? sql`${rewritten(syntaxes, at)},` : nothing}
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
           jsonb_build_object('isPlural', false, 'description', null, 'characterLimit', null, 'syntax', k.syntax)
    from keys k join namespaces n on n.id = k.namespace_id
    where k.id = any(${created}::bigint[])
    ${syntaxes ? sql`union all ${REWRITTEN}` : nothing}
    union all
    select g.id + (1::bigint << 60), 'key.deleted', g.id, g.name, n.name, null, null, null, null
    from gone g join namespaces n on n.id = g.namespace_id`,
})

/** Keys that are there already and told to be written in another way. They are others than those that go. */
const rewritten = (said: Sql, at: Date): Sql => sql`
  rewritten as (
    update keys k set syntax = o.new_syntax, updated_at = ${at}
    from (${otherwiseWritten(said)}) o
    where k.id = o.id
    returning k.id, k.name, k.namespace_id, o.old_syntax, o.new_syntax
  )`

const REWRITTEN = sql`
  select r.id - (1::bigint << 59), 'key.updated', r.id, r.name, n.name, null, null,
         jsonb_build_object('syntax', r.old_syntax), jsonb_build_object('syntax', r.new_syntax)
  from rewritten r join namespaces n on n.id = r.namespace_id`
