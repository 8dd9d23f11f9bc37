import { type Body, contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { answer, implement } from '../../implement.ts'
import { currentLengthHint, type Neighbor } from './context.ts'

/**
 * Of one key. An application that reports addresses with numbers in them as its screens has no end of them, and all are
 * read and written with each sighting.
 */
const MOST_SCREENS = 1_000

type Sent = Body<typeof contract.createObservations>['observations'][number]

/** What several sightings of one key add up to: screens add up, of the rest the newest. What nobody sent is undefined. */
interface Merged {
  keyId: number
  uiType: string | undefined
  translationRole: string | undefined
  lengthHint: string | null | undefined
  neighbors: Neighbor[] | undefined
  screenGroups: string[]
}

/** Sightings are no changes of the texts: they are neither recorded nor told to anyone. */
export const createObservations = implement(contract.createObservations, ({ db }, { access, body, now }) =>
  transaction(db, async (tx) => {
    const { observations } = body
    const keyIds = await findKeyIds(tx, access.projectId, observations)
    const merged = new Map<number, Merged>()
    for (const [at, sent] of observations.entries()) {
      const keyId = keyIds[at]
      if (keyId != null) merged.set(keyId, merge(merged.get(keyId), keyId, sent))
    }
    await upsert(tx, access, now, [...merged.values()])
    const unknown = keyIds.filter((id) => id === null).length
    return answer(202, { accepted: observations.length - unknown, unknown })
  }),
)

/** The key of each observation, or null; without a namespace the default one is meant. */
async function findKeyIds(tx: Transaction, projectId: number, observations: Sent[]): Promise<(number | null)[]> {
  const rows = await tx.rows<{ keyId: number | null }>(sql`
    select k.id as "keyId"
    from unnest(
      ${observations.map(({ namespace }) => namespace ?? null)}::text[],
      ${observations.map(({ key }) => key)}::text[]
    ) with ordinality as o (namespace, key, position)
    left join namespaces n on n.project_id = ${projectId} and n.deleted_at is null
      and (n.name = o.namespace or (o.namespace is null and n.is_default))
    left join keys k on k.namespace_id = n.id and k.name_hash = text_hash(o.key) and k.deleted_at is null
    order by o.position`)
  return rows.map(({ keyId }) => keyId)
}

function merge(before: Merged | undefined, keyId: number, sent: Sent): Merged {
  const screens = new Set(before?.screenGroups)
  if (sent.screenGroup) screens.add(sent.screenGroup)
  return {
    keyId,
    uiType: sent.uiType ?? before?.uiType,
    translationRole: sent.translationRole ?? before?.translationRole,
    lengthHint: sent.lengthHint === undefined ? before?.lengthHint : sent.lengthHint,
    neighbors: sent.neighbors ?? before?.neighbors,
    screenGroups: [...screens],
  }
}

/**
 * First a row for every key, which takes the locks in their order; then what is to be merged into it. In between, while a
 * row still says what it said, it is known whose values are to be looked at again.
 */
async function upsert(
  tx: Transaction,
  { projectId, sourceLocaleId }: Pick<ProjectAccess, 'projectId' | 'sourceLocaleId'>,
  now: Date,
  merged: Merged[],
): Promise<void> {
  const keyIds = merged.map(({ keyId }) => keyId)
  await tx.run(sql`
    insert into observations as o (key_id, last_seen_at)
    select id, ${now}::timestamptz from unnest(${keyIds}::bigint[]) as id order by id
    on conflict (key_id) do update set last_seen_at = o.last_seen_at`)
  await markOtherRoom(tx, projectId, now, merged)
  await tx.run(sql`
    update observations o
    set last_seen_at = ${now}, ui_type = coalesce(v.ui_type, o.ui_type),
        translation_role = coalesce(v.translation_role, o.translation_role),
        length_hint = case when v.has_length_hint then v.length_hint else o.length_hint end,
        neighbors = coalesce(v.neighbors, o.neighbors),
        screen_groups = array(
          select screen from (
            select screen from (
              select screen, 1 as turn from unnest(o.screen_groups) as screen
              union all
              select screen, 2 from jsonb_array_elements_text(v.screens) as screen
            ) seen
            group by screen order by min(turn), screen limit ${MOST_SCREENS}
          ) kept
          order by 1),
        source_hash = (
          select text_hash(t.value) from translations t where t.key_id = o.key_id and t.locale_id = ${sourceLocaleId}),
        seen_seq = (select seq from project_counters where project_id = ${projectId})
    from unnest(
      ${keyIds}::bigint[],
      ${merged.map(({ uiType }) => uiType ?? null)}::text[],
      ${merged.map(({ translationRole }) => translationRole ?? null)}::text[],
      ${merged.map(({ lengthHint }) => lengthHint !== undefined)}::boolean[],
      ${merged.map(({ lengthHint }) => lengthHint ?? null)}::text[],
      ${merged.map(({ neighbors }) => (neighbors ? JSON.stringify(neighbors) : null))}::jsonb[],
      ${merged.map(({ screenGroups }) => JSON.stringify(screenGroups))}::jsonb[]
    ) as v (key_id, ui_type, translation_role, has_length_hint, length_hint, neighbors, screens)
    where o.key_id = v.key_id`)
}

/** Marks the keys that have another room from now on than the one that counted until now: that may have been stale. */
async function markOtherRoom(tx: Transaction, projectId: number, now: Date, merged: readonly Merged[]): Promise<void> {
  await tx.run(sql`
    insert into keys_to_check (project_id, key_id, since)
    select ${projectId}::bigint, o.key_id, ${now}::timestamptz
    from unnest(
      ${merged.map(({ keyId }) => keyId)}::bigint[],
      ${merged.map(({ lengthHint }) => lengthHint !== undefined)}::boolean[],
      ${merged.map(({ lengthHint }) => lengthHint ?? null)}::text[]
    ) as v (key_id, has_length_hint, length_hint)
    join observations o on o.key_id = v.key_id
    where case when v.has_length_hint then v.length_hint else o.length_hint end
          is distinct from ${currentLengthHint(sql`v.key_id`, now)}
    order by o.key_id
    on conflict (project_id, key_id) do update set since = excluded.since`)
}
