import { type Sql, sql } from '../../../db/sql.ts'
import { details, entries, type MappedFile, sayAny } from './plan.ts'

/** What an import says about keys, each key once. Left out: nothing, which is the usual case and costs nothing then. */
export interface SaidOfKeys {
  /** Of keys that it creates: namespace_id, name, syntax, description, character_limit, is_plural. */
  new?: Sql
  /**
   * Of keys that are there already: namespace_id, name, says_syntax, syntax, description (null: nothing is said) and
   * overwrites, which tells whether it takes the place of another description.
   */
  existing?: Sql
}

/**
 * Said of files and of their texts. Where two differ about a key, the file in the source language is right, then the first;
 * about how its texts are written, the first. A file does not change how the texts of a key that is there are written.
 */
export function saidByFiles(sessionId: string, files: readonly MappedFile[], sourceLocaleId: number): SaidOfKeys {
  // Whether a key is a plural follows from its first text, wherever that stands.
  const saying = sayAny(files, 'isPlural')
    ? files
    : files.filter(({ syntax, said }) => syntax !== null || said.length > 0)
  if (saying.length === 0) return {}
  const bySource = sql`e.locale_id is distinct from ${sourceLocaleId}::bigint, e.position`
  const newKeys = sql`
    select e.namespace_id, e.name,
           nullif((array_agg(coalesce(d.said->>'syntax', f.syntax, 'icu') order by e.position))[1], 'icu') as syntax,
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

const describedBy = (sessionId: string, files: readonly MappedFile[], bySource: Sql): Sql => sql`
  select distinct on (e.namespace_id, e.name) e.namespace_id, e.name, false as says_syntax, null::text as syntax,
         e.said->>'description' as description, f.overwrites
  from (${details(sessionId, files)}) e
  join unnest(
    ${files.map(({ position }) => position)}::int[],
    ${files.map(({ options }) => options['descriptions'] === 'overwrite')}::boolean[]
  ) as f (position, overwrites) on f.position = e.position
  where e.said->>'description' is not null
  order by e.namespace_id, e.name, ${bySource}`

/**
 * Said by texts, and of keys one by one: `kept` are kept like the texts of files, with the syntax for a text, and nothing for
 * none.
 */
export function saidByBuild(
  sessionId: string,
  files: readonly MappedFile[],
  kept: readonly MappedFile[],
  sourceLocaleId: number,
): SaidOfKeys {
  const byTexts = saidByFiles(sessionId, files, sourceLocaleId)
  if (kept.length === 0) return byTexts
  const syntaxes = sql`
    select e.namespace_id, e.name, nullif(e.value, '') as syntax from (${entries(sessionId, kept)}) e`
  const alone = sql`
    select s.*, null::text as description, null::bigint as character_limit, false as is_plural from (${syntaxes}) s`
  return {
    new: byTexts.new
      ? sql`
        select t.namespace_id, t.name, s.syntax, t.description, t.character_limit, t.is_plural
        from (${byTexts.new}) t
        left join (${syntaxes}) s on s.namespace_id = t.namespace_id and s.name = t.name`
      : alone,
    existing: sql`
      select s.namespace_id, s.name, true as says_syntax, s.syntax, null::text as description, false as overwrites
      from (${syntaxes}) s`,
  }
}

/** Living keys of which something else is said than is known. */
export const toldAnew = (said: Sql): Sql => sql`
  select n.* from (
    select k.id, k.syntax as old_syntax, case when s.says_syntax then s.syntax else k.syntax end as new_syntax,
           k.description as old_description,
           case when s.description is not null and (s.overwrites or coalesce(k.description, '') = '') then s.description
                else k.description end as new_description
    from (${said}) s
    join keys k
      on k.namespace_id = s.namespace_id and k.name_hash = sha256(convert_to(s.name, 'UTF8')) and k.deleted_at is null
  ) n
  where (n.old_syntax, n.old_description) is distinct from (n.new_syntax, n.new_description)`
