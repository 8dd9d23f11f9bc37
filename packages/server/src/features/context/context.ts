import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'

const STALE_AFTER_MS = 30 * 86_400_000

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

/** A field nobody reported, where the answer promises a text. */
const UNKNOWN = 'unknown'

/** The contexts of some keys, by key; a key that was never seen has one too, which says so. */
export async function findContexts(db: Handle, keyIds: readonly number[], now: Date) {
  const rows = await db.rows<ObservationRow>(sql`
    select o.key_id as "keyId", o.ui_type as "uiType", o.translation_role as "translationRole",
           o.length_hint as "lengthHint", o.neighbors, o.screen_groups as "screenGroups",
           o.last_seen_at as "lastSeenAt",
           o.source_hash is distinct from text_hash(t.value) or exists (
             select 1 from changes c
             where c.project_id = k.project_id and c.key_id = k.id and c.seq > o.seen_seq and c.locale = l.code
               and c.event like 'translation.%' and c.before ->> 'value' is distinct from c.after ->> 'value'
           ) as "sourceChanged"
    from observations o
    join keys k on k.id = o.key_id
    join projects p on p.id = k.project_id
    join locales l on l.id = p.source_locale_id
    left join translations t on t.key_id = k.id and t.locale_id = p.source_locale_id
    where o.key_id = any(${keyIds}::bigint[])`)
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
      isStale: sourceChanged || now.getTime() - lastSeenAt.getTime() > STALE_AFTER_MS,
    },
  }
}
