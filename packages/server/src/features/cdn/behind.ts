import { type Sql, sql } from '../../db/sql.ts'
import { inLocales } from './deploys.ts'

/** Whatever they are about: a key without a text is published with its first one, and its name is taken from now on. */
const ALWAYS = [
  'key.created',
  'key.restored',
  'key.deleted',
  'namespace.created',
  'namespace.updated',
  'namespace.deleted',
  'project.locale_added',
  'project.locale_removed',
]

/** Of the fields of a key; descriptions and limits are in no file. */
const OF_KEYS = ['key', 'namespace', 'isPlural', 'syntax']

/** However the list is sorted. None of them means all of them, as null does. */
const chosen = (statuses: Sql): Sql => sql`array(select distinct s from unnest(${statuses}) as s order by s)`

/** The text of a value that would be in a file: none that is empty, or in a status that is left out. */
const text = (side: Sql): Sql => sql`
  case when ${side} ->> 'value' <> '' and (coalesce(cardinality(p.cdn_statuses), 0) = 0
                                           or ${side} ->> 'status' = any(p.cdn_statuses))
       then ${side} ->> 'value' end`

/**
 * Whether a deploy would publish something else now than what `d` published of the project `p`, as far as somebody may
 * see. The log of changes tells: it is read from where the deploy stood, by its primary key, and only to the first change
 * that counts. Nothing of what is published is compared with anything.
 */
export const isBehind = (localeCodes: readonly string[] | null): Sql => sql`
  (d.id is null
   or (d.format, d.structure, ${chosen(sql`d.statuses`)})
      is distinct from (p.cdn_format, p.cdn_structure, ${chosen(sql`p.cdn_statuses`)})
   or exists (
     select 1 from changes h
     where h.project_id = p.id and h.seq > d.seq and (h.locale is null or ${inLocales(sql`h.locale`, localeCodes)})
       and case when h.event like 'translation.%' then ${text(sql`h.before`)} is distinct from ${text(sql`h.after`)}
                when h.event = 'key.updated' then h.after ?| ${OF_KEYS}::text[]
                else h.event = any(${ALWAYS}::text[]) end))`
