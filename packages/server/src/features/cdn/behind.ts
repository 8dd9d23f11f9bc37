import { type Format, formats } from '@parlance/formats'
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

/** Of the fields of a key, those that each file depends on. */
const OF_KEYS = ['key', 'namespace', 'isPlural', 'syntax']

const all: readonly Format[] = formats
const idsWhere = (has: (format: Format) => boolean) => all.filter(has).map(({ id }) => id)
const WITH_DESCRIPTIONS = idsWhere(({ hasDescriptions }) => hasDescriptions)
const WITH_LIMITS = idsWhere(({ needs = [] }) => needs.includes('characterLimit'))
const WITH_STATUSES = idsWhere(({ hasStatuses }) => hasStatuses)

const isAmong = (ids: readonly string[]): Sql => sql`p.cdn_format = any(${ids}::text[])`

/** However the list is sorted. None of them means all of them, as null does. */
const chosen = (statuses: Sql): Sql => sql`array(select distinct s from unnest(${statuses}) as s order by s)`

/** What a file would say of a value: nothing where it is empty, or in a status that is left out. */
const text = (side: Sql): Sql => sql`
  case when ${side} ->> 'value' <> '' and (coalesce(cardinality(p.cdn_statuses), 0) = 0
                                           or ${side} ->> 'status' = any(p.cdn_statuses))
       then case when ${isAmong(WITH_STATUSES)} then ${side} ->> 'status' else '' end || (${side} ->> 'value') end`

const ofKey = (field: string, ids: readonly string[]): Sql => sql`(h.after ? ${field} and ${isAmong(ids)})`

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
                when h.event = 'key.updated'
                  then h.after ?| ${OF_KEYS}::text[] or ${ofKey('description', WITH_DESCRIPTIONS)}
                       or ${ofKey('characterLimit', WITH_LIMITS)}
                else h.event = any(${ALWAYS}::text[]) end))`
