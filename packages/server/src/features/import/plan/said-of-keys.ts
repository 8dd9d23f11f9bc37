import { type Sql, sql } from '../../../db/sql.ts'
import type { DetailName } from '../details/details.ts'
import { details, entries, type MappedFile, sayAny } from './plan.ts'

/** What an import says about keys, each key once. Left out: nothing, which is the usual case and costs nothing then. */
export interface SaidOfKeys {
  /** Of keys that it creates: namespace_id, name, syntax, description, character_limit, is_plural. */
  new?: Sql
  /**
   * Of keys that are there already: namespace_id, name, and for syntax, description, limit (character_limit) and plural
   * (is_plural) what is said and whether anything is (says_syntax …). `overwrites` tells whether a description takes the
   * place of another.
   */
  existing?: Sql
}

/**
 * Said of files and of their texts. Where two differ about a key, the file in the source language is right, then the first;
 * about how its texts are written, the first. A file does not change how the texts of a key that is there are written.
 */
export function saidByFiles(sessionId: string, files: readonly MappedFile[], sourceLocaleId: number): SaidOfKeys {
  // Whether a key is a plural follows from its first text, wherever that stands.
  const bySource = sql`e.locale_id is distinct from ${sourceLocaleId}::bigint, e.position`
  const more = files.filter(({ syntax, said }) => syntax !== null || said.some((name) => !TOLD_ELSEWHERE.has(name)))
  if (more.length === 0) return sayAny(files, 'isPlural') ? { new: pluralsOf(sessionId, files, bySource) } : {}
  const saying = sayAny(files, 'isPlural') ? files : more
  const newKeys = sql`
    select e.namespace_id, e.name,
           (array_agg(case when d.said->>'syntax' is null then f.syntax else nullif(d.said->>'syntax', 'icu') end
             order by e.position))[1] as syntax,
           (array_agg(d.said->>'description' order by ${bySource})
             filter (where d.said->>'description' is not null))[1] as description,
           (array_agg((d.said->>'characterLimit')::bigint order by ${bySource})
             filter (where d.said->>'characterLimit' is not null))[1] as character_limit,
           coalesce((array_agg(d.said->>'isPlural' is not null order by ${bySource})
             filter (where e.value <> ''))[1], false) as is_plural
    from (${entries(sessionId, saying)}) e
    join unnest(${saying.map(({ position }) => position)}::int[], ${saying.map(({ syntax }) => syntax)}::text[])
      as f (position, syntax) on f.position = e.position
    left join (${details(sessionId, saying)}) d on d.position = e.position and d.name = e.name
    group by e.namespace_id, e.name`
  const describing = files.filter(({ said }) => said.includes('description'))
  return describing.length === 0
    ? { new: newKeys }
    : { new: newKeys, existing: describedBy(sessionId, describing, bySource) }
}

const TOLD_ELSEWHERE: ReadonlySet<DetailName> = new Set(['status', 'isPlural'])

/** Nothing but plurals: only keys with one are looked at. Of all of them it took a third of the time of an import. */
const pluralsOf = (sessionId: string, files: readonly MappedFile[], bySource: Sql): Sql => sql`
  select e.namespace_id, e.name, null::text as syntax, null::text as description, null::bigint as character_limit,
         coalesce((array_agg(d.said is not null order by ${bySource}) filter (where e.value <> ''))[1], false) as is_plural
  from (${entries(sessionId, files)}) e
  left join (${pluralDetails(sessionId, files)}) d on d.position = e.position and d.name = e.name
  where (e.namespace_id, e.name) in (select p.namespace_id, p.name from (${pluralDetails(sessionId, files)}) p)
  group by e.namespace_id, e.name`

const pluralDetails = (sessionId: string, files: readonly MappedFile[]): Sql => sql`
  select d.* from (${details(sessionId, files)}) d where d.said->>'isPlural' is not null`

const describedBy = (sessionId: string, files: readonly MappedFile[], bySource: Sql): Sql => sql`
  select distinct on (e.namespace_id, e.name) e.namespace_id, e.name, false as says_syntax, null::text as syntax,
         true as says_description, e.said->>'description' as description, f.overwrites, false as says_limit,
         null::bigint as character_limit, false as says_plural, null::boolean as is_plural
  from (${details(sessionId, files)}) e
  join unnest(
    ${files.map(({ position }) => position)}::int[],
    ${files.map(({ options }) => options['descriptions'] === 'overwrite')}::boolean[]
  ) as f (position, overwrites) on f.position = e.position
  where e.said->>'description' is not null
  order by e.namespace_id, e.name, ${bySource}`

/**
 * Said by texts, and of keys one by one, in the details of texts that are none (`kept`). A limit that a text has outgrown, or
 * one that comes along, is no limit.
 */
export function saidByBuild(
  sessionId: string,
  texts: readonly MappedFile[],
  kept: readonly MappedFile[],
  sourceLocaleId: number,
): SaidOfKeys {
  const byTexts = saidByFiles(sessionId, texts, sourceLocaleId)
  if (kept.length === 0) return byTexts
  const told = sql`
    select d.namespace_id, d.name, d.said::jsonb as said from (${details(sessionId, kept)}) d`
  const plurals =
    byTexts.new ?? sql`select null::bigint as namespace_id, null::text as name, false as is_plural where false`
  return {
    new: sql`
      select coalesce(t.namespace_id, p.namespace_id) as namespace_id, coalesce(t.name, p.name) as name,
             t.said->>'syntax' as syntax, t.said->>'description' as description,
             (t.said->>'characterLimit')::bigint as character_limit,
             coalesce((t.said->>'isPlural')::boolean, p.is_plural, false) as is_plural
      from (${told}) t full join (${plurals}) p on p.namespace_id = t.namespace_id and p.name = t.name`,
    existing: sql`
      select t.namespace_id, t.name, t.said ? 'syntax' as says_syntax, t.said->>'syntax' as syntax,
             t.said ? 'description' as says_description, t.said->>'description' as description, true as overwrites,
             t.said ? 'characterLimit' and o.name is null as says_limit,
             (t.said->>'characterLimit')::bigint as character_limit,
             t.said ? 'isPlural' as says_plural, (t.said->>'isPlural')::boolean as is_plural
      from (${told}) t
      left join (${outgrown(sessionId, kept, texts)}) o on o.namespace_id = t.namespace_id and o.name = t.name`,
  }
}

/** Keys that are there, and the limits said of them that one of their texts is over: namespace_id, name. */
export function outgrown(sessionId: string, kept: readonly MappedFile[], texts: readonly MappedFile[]): Sql {
  return sql`
    select d.namespace_id, d.name
    from (${details(sessionId, kept)}) d
    join keys k
      on k.namespace_id = d.namespace_id and k.name_hash = sha256(convert_to(d.name, 'UTF8')) and k.deleted_at is null
    where d.said->>'characterLimit' is not null and (
      exists (
        select from translations t
        where t.key_id = k.id and exceeded_limit(t.value, (d.said->>'characterLimit')::bigint) is not null)
      or (d.namespace_id, d.name) in (
        select e.namespace_id, e.name
        from (${entries(sessionId, texts)}) e
        join (${details(sessionId, kept)}) l on l.namespace_id = e.namespace_id and l.name = e.name
        where exceeded_limit(e.value, (l.said->>'characterLimit')::bigint) is not null))`
}

/** Living keys of which something else is said than is known. */
export const toldAnew = (said: Sql): Sql => sql`
  select n.* from (
    select k.id, k.syntax as old_syntax, case when s.says_syntax then s.syntax else k.syntax end as new_syntax,
           k.description as old_description,
           case when s.says_description and (s.overwrites or coalesce(k.description, '') = '') then s.description
                else k.description end as new_description,
           k.character_limit as old_limit,
           case when s.says_limit then s.character_limit else k.character_limit end as new_limit,
           k.is_plural as old_plural, case when s.says_plural then s.is_plural else k.is_plural end as new_plural
    from (${said}) s
    join keys k
      on k.namespace_id = s.namespace_id and k.name_hash = sha256(convert_to(s.name, 'UTF8')) and k.deleted_at is null
  ) n
  where (n.old_syntax, n.old_description, n.old_limit, n.old_plural)
    is distinct from (n.new_syntax, n.new_description, n.new_limit, n.new_plural)`
