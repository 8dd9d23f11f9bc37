import { nothing, type Sql, sql, unprepared } from '../../db/sql.ts'
import { isIndexed, isPutTogether, type KeyFilter } from './key-filter.ts'

/** A statement with such conditions, prepared where it comes often. */
export const keptFor = (filter: KeyFilter, statement: Sql): Sql =>
  isPutTogether(filter) ? unprepared(statement) : statement

/** Conditions on a key `k`, checked key by key: right for walking a list in its order until a page is full. */
export const matches = (filter: KeyFilter): Sql => sql`
  ${ofKeyItself(filter)} ${hasStatus(filter)}
  ${filter.pattern === undefined ? nothing : sql`and (${containsPattern(filter)})`}
  ${filter.written ? sql`and ${isThere(writtenValues(filter, OF_KEY))}` : nothing}
  ${asAsked(filter.sourceChanged, isThere(outdatedValues(filter, OF_KEY)))}
  ${filter.issues ? sql`and ${isThere(openIssues(filter, sql`and i.key_id = k.id`))}` : nothing}
  ${asAsked(filter.hasComments, isThere(visibleComments(filter)))}
  ${asAsked(filter.observed, isThere(SIGHTINGS))}`

/**
 * The same for a list as a whole: keys that few others are like are gathered first, through the indexes of what they have
 * in common.
 */
export function matchesInAll(filter: KeyFilter): Sql {
  if (filter.keyIds) return matches(filter)
  return sql`
    ${ofKeyItself(filter)} ${hasStatus(filter)} ${hasPattern(filter)}
    ${filter.written ? among(sql`select t.key_id from ${writtenValues(filter)}`) : nothing}
    ${filter.sourceChanged === true ? among(sql`select t.key_id from ${outdatedValues(filter)}`) : nothing}
    ${filter.sourceChanged === false ? sql`and not exists (select from ${outdatedValues(filter, OF_KEY)})` : nothing}
    ${filter.issues ? among(sql`select i.key_id from ${openIssues(filter)}`) : nothing}
    ${asAsked(filter.hasComments, sql`exists (select from ${visibleComments(filter)})`)}
    ${asAsked(filter.observed, sql`exists (select from ${SIGHTINGS})`)}`
}

const asAsked = (wanted: boolean | undefined, condition: Sql): Sql =>
  wanted === undefined ? nothing : wanted ? sql`and ${condition}` : sql`and not ${condition}`

// Aggregates, not EXISTS: of a few keys, the planner would answer EXISTS by reading all values of the table first, which
// took 60 to 900 ms where a page is full after some hundred keys.
const isThere = (from: Sql): Sql => sql`(select count(*) > 0 from ${from})`

/** As an array, which is there before anything else is read, and whose keys are found by their ids. */
const among = (keyIds: Sql): Sql => sql`and k.id = any(array(${keyIds}))`

const ofKeyItself = ({ keyIds, namespaceIds, isPlural }: KeyFilter): Sql => sql`
  ${keyIds ? sql`and k.id = any(${keyIds}::bigint[])` : nothing}
  ${namespaceIds ? sql`and k.namespace_id = any(${namespaceIds}::bigint[])` : nothing}
  ${asAsked(isPlural, sql`k.is_plural`)}`

function containsPattern({ pattern, searchIn, visible }: KeyFilter): Sql {
  const places = {
    key: sql`folded(k.name) like folded(${pattern})`,
    value: sql`(
      select coalesce(bool_or(folded(t.value) like folded(${pattern})), false) from translations t
      where t.key_id = k.id and t.locale_id = any(${visible}::bigint[]))`,
    description: sql`coalesce(folded(k.description) like folded(${pattern}), false)`,
  }
  return searchIn.map((field) => places[field]).reduce((all, place) => sql`${all} or ${place}`)
}

function hasPattern(filter: KeyFilter): Sql {
  const { projectId, pattern, searchIn, visible } = filter
  if (pattern === undefined) return nothing
  if (!isIndexed(filter)) return sql`and (${containsPattern(filter)})`
  const places = {
    key: sql`
      select s.id from keys s
      where s.project_id = ${projectId} and s.deleted_at is null and folded(s.name) like folded(${pattern})`,
    value: sql`
      select t.key_id from translations t
      where t.project_id = ${projectId} and t.locale_id = any(${visible}::bigint[])
        and folded(t.value) like folded(${pattern})`,
    description: sql`
      select s.id from keys s
      where s.project_id = ${projectId} and s.deleted_at is null and folded(s.description) like folded(${pattern})`,
  }
  return sql`and k.id in (${searchIn.map((field) => places[field]).reduce((all, place) => sql`${all} union ${place}`)})`
}

/** A locale in which a key has no value counts as not translated. */
function hasStatus({ statuses, chosen = [] }: KeyFilter): Sql {
  if (!statuses) return nothing
  const missing = statuses.includes('not_translated') ? sql`or count(*) < ${chosen.length}` : nothing
  return sql`and (
    select count(*) filter (where t.status = any(${statuses}::text[])) > 0 ${missing}
    from translations t where t.key_id = k.id and t.locale_id = any(${chosen}::bigint[]))`
}

/** What else there is to say where values `t` are not looked for in the whole project. */
const OF_KEY = sql`and t.key_id = k.id`

function writtenValues({ projectId, visible, written }: KeyFilter, ofKey = nothing): Sql {
  const { since, until, by } = written ?? {}
  return sql`
    translations t
    where t.project_id = ${projectId} ${ofKey} and t.locale_id = any(${visible}::bigint[])
      ${since ? sql`and t.updated_at >= ${since}` : nothing}
      ${until ? sql`and t.updated_at < ${until}` : nothing}
      ${by ? sql`and t.updated_by = any(${by}::bigint[])` : nothing}`
}

/**
 * Values that are older than the last change of their source text. A text that was never changed, and one that the caller
 * may not see, leaves no value behind; nor is there anything to bring up to date where nothing is translated.
 */
function outdatedValues({ projectId, source, chosen = [] }: KeyFilter, ofKey = nothing): Sql {
  const targets = chosen.filter((id) => id !== source)
  return sql`
    translations s join translations t on t.key_id = s.key_id
    where s.project_id = ${projectId} ${ofKey} and s.locale_id = ${source ?? null} and s.source_changed_at is not null
      and t.locale_id = any(${targets}::bigint[]) and t.updated_at < s.source_changed_at and t.value <> ''`
}

/** What checks have found in the languages chosen, and nobody has set aside. */
function openIssues({ projectId, chosen = [], issues }: KeyFilter, ofKey = nothing): Sql {
  const { checks, severities } = issues ?? {}
  return sql`
    issues i
    where i.project_id = ${projectId} ${ofKey} and i.ignore_id is null and i.locale_id = any(${chosen}::bigint[])
      ${checks ? sql`and i.check_id = any(${checks}::text[])` : nothing}
      ${severities ? sql`and i.severity = any(${severities}::text[])` : nothing}`
}

/** Those about no language in particular are for everybody. */
const visibleComments = ({ visible }: KeyFilter): Sql => sql`
  comments c where c.key_id = k.id and (c.locale_id is null or c.locale_id = any(${visible}::bigint[]))`

const SIGHTINGS = sql`observations o where o.key_id = k.id`
