import type { Syntax } from '@parlance/checks'
import type { Handle } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { isInconsistent, isOutdated } from './project-facts.ts'
import { type CheckedProject, lengthHintOf, type Subject } from './subjects.ts'

/** The values of one key. What they have in common is said once. */
interface SubjectsOfKey {
  keyId: number
  syntax: Syntax | null
  isPlural: boolean
  source: string | null
  lengthHint: number | null
  /** Of each value: its id, its language, its text. */
  ids: number[]
  localeIds: number[]
  texts: string[]
  /** Ids of some of them; null where no value can be. */
  outdated: number[] | null
}

interface Gathered {
  sourceLocale: string
  sourceLocaleId: number
  /** Codes by id, in the order of `localeCodes`. */
  localeIds: number[]
  localeCodes: string[]
  /** Ids of values. */
  inconsistent: number[]
  keys: SubjectsOfKey[]
}

/**
 * The values that are checked: not empty, of keys that are there, in languages of the project. `which` chooses among the
 * rows of `translations`, called t. They come as one text of JSON for `subjectsIn`, which goes to a thread as it came: to
 * make objects of rows and to send those would take the thread that answers requests forty times as long.
 *
 * By key, because values of a key share a source, which is taken apart once then. It is also what takes the database a
 * quarter of the time: 5 µs for a value, where a row for each with all that is known of its key took 22.
 */
export async function readSubjectsAsText(
  handle: Handle,
  project: CheckedProject,
  which: Sql,
  now: Date,
): Promise<{ text: string; count: number }> {
  const { id, sourceLocaleId } = project
  return handle.one(sql`
    with locale as materialized (
      select l.id, l.code from project_locales pl join locales l on l.id = pl.locale_id where pl.project_id = ${id}
    ), gathered as (
      select t.key_id, array_agg(t.id) as ids, array_agg(t.locale_id) as locale_ids, array_agg(t.value) as texts,
             min(t.updated_at) as first_written_at
      from translations t
      where t.project_id = ${id} and t.value <> '' and t.locale_id = any(array(select id from locale)) and ${which}
      group by t.key_id
    )
    select json_build_object(
             'sourceLocale', (select code from locales where id = ${sourceLocaleId}),
             'sourceLocaleId', ${sourceLocaleId}::bigint,
             'localeIds', array(select id from locale order by id),
             'localeCodes', array(select code from locale order by id),
             'inconsistent', ${inconsistentIds(project, which)},
             'keys', coalesce(json_agg(of_key), '[]'))::text as text,
           coalesce(sum(cardinality(of_key.ids)), 0)::int as count
    from (
      select g.key_id as "keyId", k.syntax, k.is_plural as "isPlural", s.value as source,
             ${lengthHintOf(sql`g.key_id`, now)} as "lengthHint", g.ids, g.locale_ids as "localeIds", g.texts,
             case when g.first_written_at < s.source_changed_at then array(
               select t.id from translations t
               where t.id = any(g.ids) and t.locale_id <> ${sourceLocaleId} and ${isOutdated(sql`t`, sql`s`)}
             ) end as outdated
      from gathered g
      -- The offsets have both asked of their indexes: as joins, all keys of all projects might be read.
      cross join lateral (
        select k.syntax, k.is_plural from keys k where k.id = g.key_id and k.deleted_at is null offset 0
      ) k
      left join lateral (
        select s.* from translations s where s.key_id = g.key_id and s.locale_id = ${sourceLocaleId} offset 0
      ) s on true
    ) of_key`)
}

const inconsistentIds = (project: CheckedProject, which: Sql): Sql =>
  project.asksForInconsistent
    ? sql`array(
        select t.id from translations t where t.project_id = ${project.id} and ${which} and ${isInconsistent(project, which)})`
    : sql`array[]::bigint[]`

/** The values in a text of `readSubjectsAsText`, or in a list that somebody else made; those of a key follow each other. */
export function subjectsIn(text: string): Subject[] {
  const sent = JSON.parse(text) as Gathered | Subject[]
  if (Array.isArray(sent)) return sent
  const { sourceLocale, sourceLocaleId, keys } = sent
  const codes = new Map(sent.localeIds.map((id, at) => [id, sent.localeCodes[at] as string]))
  const inconsistent = new Set(sent.inconsistent)
  const subjects: Subject[] = []
  for (const { keyId, syntax, isPlural, source, lengthHint, ids, localeIds, texts, outdated: some } of keys) {
    const outdated = new Set(some)
    for (const [at, translationId] of ids.entries()) {
      const localeId = localeIds[at] as number
      subjects.push({
        keyId,
        translationId,
        localeId,
        locale: codes.get(localeId) as string,
        value: texts[at] as string,
        source: localeId === sourceLocaleId ? null : source,
        sourceLocale,
        syntax,
        isPlural,
        lengthHint,
        isOutdated: outdated.has(translationId),
        isInconsistent: inconsistent.has(translationId),
      })
    }
  }
  return subjects
}
