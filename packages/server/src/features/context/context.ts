import type { Handle } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'

const STALE_AFTER_MS = 30 * 86_400_000

/** Whoever was last seen before this moment may look different by now. */
export const staleBefore = (now: Date) => new Date(now.getTime() - STALE_AFTER_MS)

export interface Neighbor {
  role: string
  namespace: string
  key: string
  text: string
}

interface ObservationRow {
  keyId: number
  uiType: string | null
  translationRole: string | null
  lengthHint: string | null
  neighbors: Neighbor[]
  screenGroups: string[]
  lastSeenAt: Date
  sourceChanged: boolean
}

/** Observations with the source text of their keys. The names are meant to meet no other in a statement around them. */
const OBSERVED = sql`
  observations seen
  join keys seen_key on seen_key.id = seen.key_id
  join projects seen_project on seen_project.id = seen_key.project_id
  join locales seen_locale on seen_locale.id = seen_project.source_locale_id
  left join translations seen_source
    on seen_source.key_id = seen_key.id and seen_source.locale_id = seen_project.source_locale_id`

/** Whether the source text is another than the one that was seen, or was in between. */
const SOURCE_CHANGED = sql`(
  seen.source_hash is distinct from text_hash(seen_source.value) or exists (
    select 1 from changes c
    where c.project_id = seen_key.project_id and c.key_id = seen_key.id and c.seq > seen.seen_seq
      and c.locale = seen_locale.code and c.event like 'translation.%'
      and c.before ->> 'value' is distinct from c.after ->> 'value'))`

/** The room that a key was seen to have, as it was reported; null where nobody told, or that sighting is stale. */
export const currentLengthHint = (keyId: Sql, now: Date): Sql => sql`(
  select seen.length_hint from ${OBSERVED}
  where seen.key_id = ${keyId} and seen.length_hint is not null
    and seen.last_seen_at >= ${staleBefore(now)}::timestamptz and not ${SOURCE_CHANGED})`

/** A field nobody reported, where the answer promises a text. */
const UNKNOWN = 'unknown'

/** The contexts of some keys, by key; a key that was never seen has one too, which says so. */
export async function findContexts(db: Handle, keyIds: readonly number[], now: Date) {
  const rows = await db.rows<ObservationRow>(sql`
    select seen.key_id as "keyId", seen.ui_type as "uiType", seen.translation_role as "translationRole",
           seen.length_hint as "lengthHint", seen.neighbors, seen.screen_groups as "screenGroups",
           seen.last_seen_at as "lastSeenAt", ${SOURCE_CHANGED} as "sourceChanged"
    from ${OBSERVED} where seen.key_id = any(${keyIds}::bigint[])`)
  const seen = new Map(rows.map((row) => [row.keyId, row]))
  return new Map(keyIds.map((id) => [id, present(seen.get(id), now)]))
}

function present(row: ObservationRow | undefined, now: Date) {
  if (!row) return { observed: false, hasSignal: false }
  const { uiType, translationRole, lengthHint, neighbors, screenGroups, lastSeenAt, sourceChanged } = row
  const known = uiType ?? translationRole ?? lengthHint
  if (known === null && neighbors.length === 0 && screenGroups.length === 0) return { observed: true, hasSignal: false }
  return {
    observed: true,
    hasSignal: true,
    context: {
      uiType: uiType ?? UNKNOWN,
      translationRole: translationRole ?? UNKNOWN,
      lengthHint,
      neighbors,
      screenGroups,
      lastSeenAt: lastSeenAt.toISOString(),
      isStale: sourceChanged || lastSeenAt < staleBefore(now),
    },
  }
}
