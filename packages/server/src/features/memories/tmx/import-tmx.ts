import { contract, limits } from '@parlance/contract'
import type { TmxSegment } from '@parlance/formats/tmx'
import type { Handle } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { type Transaction, transaction } from '../../../db/transaction.ts'
import type { OrganizationAccess } from '../../../http/access.ts'
import { fault } from '../../../http/errors.ts'
import { implement } from '../../../implement.ts'
import { WideMap } from '../../../json/wide-map.ts'
import { lockMemory } from '../entries/write-entries.ts'
import { findMemory } from '../memory.ts'
import { type ConflictResolution, ImportPlan, type PlannedEntry } from './import-plan.ts'
import { organizationLocales, readMapping } from './locale-mapping.ts'
import { eachUnit } from './tmx-file.ts'
import { authorsByName, tmxOrigin } from './tmx-origin.ts'

export const importTmx = implement(contract.importTmx, async ({ db }, { access, params, body, now }) => {
  const { content, conflictResolution: resolution = 'skip', localeMapping: mapping = new WideMap() } = body
  const { sourceLocaleCode } = await findMemory(db, access, params.tmId)
  const plan = new ImportPlan({
    sourceLocaleCode,
    locales: await organizationLocales(db, access.organizationId),
    mapped: await readMapping(mapping),
    mayWrite: (code) => access.localeCodes === null || access.localeCodes.includes(code),
    resolution,
  })
  const { sourceLocale, origin } = await eachUnit(content, (unit) => plan.add(unit))
  if (sourceLocale !== null && plan.codeOf(sourceLocale) !== sourceLocaleCode) throw fault('tmxOtherSource')
  const known = await findKnown(db, access, origin)
  let imported = 0
  let planned = 0
  await transaction(db, async (tx) => {
    imported = planned = 0
    await lockMemory(tx, params.tmId)
    for (const entries of chunks(plan.entries)) {
      planned += entries.length
      imported += await insert(tx, params.tmId, now, known, entries, resolution)
    }
  })
  return { imported, skipped: plan.skipped + planned - imported, errors: plan.errors }
})

/** Whom and what a file may name. */
interface Known {
  importerId: number
  authors: ReadonlyMap<string, number>
  /** Ids that a file may give: those of this organization, in a file that comes from it. */
  memberIds: ReadonlySet<number>
  projectIds: ReadonlySet<number>
}

async function findKnown(
  db: Handle,
  { organizationId, userId }: OrganizationAccess,
  origin: string | undefined,
): Promise<Known> {
  const isOurs = origin === (await tmxOrigin(db, organizationId))
  const ids = async (query: Sql) => new Set(isOurs ? (await db.rows<{ id: number }>(query)).map(({ id }) => id) : [])
  return {
    importerId: userId,
    authors: await authorsByName(db, organizationId),
    memberIds: await ids(sql`select user_id as id from memberships where organization_id = ${organizationId}`),
    projectIds: await ids(sql`select id from projects where organization_id = ${organizationId}`),
  }
}

function authorOf({ author, authorId }: TmxSegment, { importerId, authors, memberIds }: Known): number | null {
  if (authorId === null) return null
  if (authorId !== undefined && memberIds.has(authorId)) return authorId
  return author === undefined ? importerId : (authors.get(author) ?? null)
}

const projectOf = ({ projectId }: TmxSegment, { projectIds }: Known) =>
  projectId !== undefined && projectIds.has(projectId) ? projectId : null

/** Sent as arrays, which the driver writes in one go: so few that it does not hold the event loop up. */
const CHUNK_ROWS = 1_000
const CHUNK_CHARACTERS = 300_000

function* chunks(entries: Iterable<PlannedEntry>): Generator<PlannedEntry[]> {
  let chunk: PlannedEntry[] = []
  let characters = 0
  for (const entry of entries) {
    chunk.push(entry)
    characters += entry.sourceText.length + entry.target.text.length
    if (chunk.length < CHUNK_ROWS && characters < CHUNK_CHARACTERS) continue
    yield chunk
    chunk = []
    characters = 0
  }
  if (chunk.length > 0) yield chunk
}

/** Returns how many of the entries were taken over. */
async function insert(
  tx: Transaction,
  memoryId: number,
  now: Date,
  known: Known,
  entries: readonly PlannedEntry[],
  resolution: ConflictResolution,
): Promise<number> {
  const targets = entries.map(({ target }) => target)
  const taken = await tx.run(sql`
    insert into memory_entries as e (memory_id, locale_id, source_text, target_text, context_key, source_project_id,
                                     author_id, author_name, usage_count, last_used_at, created_at, updated_at)
    select ${memoryId}::bigint, i.locale_id, i.source_text, i.target_text, i.context_key, i.project_id, i.author_id,
           case when i.author_id is null then left(i.author_name, ${limits.name}) end, coalesce(i.usage_count, 0),
           i.last_used_at, coalesce(i.created_at, ${now}::timestamptz),
           coalesce(i.changed_at, i.created_at, ${now}::timestamptz)
    from unnest(
      ${entries.map(({ localeId }) => localeId)}::bigint[],
      ${entries.map(({ sourceText }) => sourceText)}::text[],
      ${targets.map(({ text }) => text)}::text[],
      ${entries.map(({ contextKey }) => contextKey)}::text[],
      ${targets.map((target) => projectOf(target, known))}::bigint[],
      ${targets.map((target) => authorOf(target, known))}::bigint[],
      ${targets.map(({ author }) => author ?? null)}::text[],
      ${targets.map(({ usageCount }) => usageCount ?? null)}::bigint[],
      ${targets.map(({ lastUsedAt }) => lastUsedAt ?? null)}::timestamptz[],
      ${targets.map(({ createdAt }) => createdAt ?? null)}::timestamptz[],
      ${targets.map(({ changedAt }) => changedAt ?? null)}::timestamptz[]
    ) as i (locale_id, source_text, target_text, context_key, project_id, author_id, author_name, usage_count,
            last_used_at, created_at, changed_at)
    on conflict (memory_id, locale_id, match_hash, source_hash, context_key) ${onConflict(resolution)}`)
  // Overwritten by what was there already: taken over too, although no row was touched.
  return resolution === 'overwrite' ? entries.length : taken
}

function onConflict(resolution: ConflictResolution): Sql {
  if (resolution === 'skip') return sql`do nothing`
  const update = sql`do update
    set target_text = excluded.target_text, source_project_id = coalesce(excluded.source_project_id, e.source_project_id),
        author_id = excluded.author_id, author_name = excluded.author_name,
        usage_count = greatest(e.usage_count, excluded.usage_count), updated_at = excluded.updated_at,
        last_used_at = greatest(e.last_used_at, excluded.last_used_at),
        version = nextval('memory_entry_versions')`
  return resolution === 'overwrite'
    ? sql`${update} where (e.target_text, e.usage_count) is distinct from
            (excluded.target_text, greatest(e.usage_count, excluded.usage_count))`
    : sql`${update} where excluded.usage_count > e.usage_count`
}
