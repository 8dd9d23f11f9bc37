import { limits } from '@parlance/contract'
import { type Database, sqlState } from '../../../db/pool.ts'
import { nothing, sql } from '../../../db/sql.ts'
import { type Transaction, transaction } from '../../../db/transaction.ts'
import type { Clock } from '../../../services.ts'
import { tryLockMemory, writeEntries } from '../entries/write-entries.ts'

/** Changes that are taken over in one transaction. */
const PAGE = 2_000
/** Longer than any write of a few entries; only an import holds a memory for longer. */
const BRIEF_MS = 100
const LOCK_NOT_AVAILABLE = '55P03'

type Patience = 'brief' | 'endless'

/** Takes over everything a project has to give, waiting for whoever is at it already. */
export async function populateProject(db: Database, clock: Clock, projectId: number): Promise<void> {
  while ((await takeOver(db, clock, projectId, 'endless')) === 'more');
}

/** The same for all projects that write into a memory. */
export async function populateMemory(db: Database, clock: Clock, memoryId: number): Promise<void> {
  const projects = await db.rows<{ id: number }>(sql`
    select project_id as id from memory_assignments where memory_id = ${memoryId} and is_writable`)
  for (const { id } of projects) await populateProject(db, clock, id)
}

/** Projects with changes that nobody has taken over yet, and where they belong. */
export const findBehind = (db: Database) =>
  db.rows<{ id: number; memoryId: number | null }>(sql`
    select p.project_id as id, a.memory_id as "memoryId"
    from memory_positions p
    join project_counters c on c.project_id = p.project_id
    left join memory_assignments a on a.project_id = p.project_id and a.is_writable
    where c.seq > p.seq`)

/**
 * One page of a project's changes, unless another process is at it. Busy: somebody holds the memory for longer than a
 * write takes.
 */
export async function populatePage(db: Database, clock: Clock, projectId: number): Promise<'more' | 'done' | 'busy'> {
  try {
    return await takeOver(db, clock, projectId, 'brief')
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) return 'busy'
    throw error
  }
}

interface Position {
  seq: number
  until: number
  organizationId: number
  sourceLocaleCode: string
  /** Null: nothing is to be stored, but the position moves on. */
  memoryId: number | null
  onlyApproved: boolean | null
}

/** Entries and position are committed together: after a crash nothing is missing, and nothing is done twice. */
function takeOver(db: Database, clock: Clock, projectId: number, patience: Patience): Promise<'more' | 'done'> {
  return transaction(db, async (tx) => {
    const position = await tx.row<Position>(sql`
      select s.seq, c.seq as until, p.organization_id as "organizationId", l.code as "sourceLocaleCode",
             m.id as "memoryId", m.only_approved as "onlyApproved"
      from memory_positions s
      join projects p on p.id = s.project_id
      join project_counters c on c.project_id = s.project_id
      join locales l on l.id = p.source_locale_id
      left join memory_assignments a on a.project_id = s.project_id and a.is_writable
      left join memories m on m.id = a.memory_id and m.auto_populate and m.source_locale_id = p.source_locale_id
      where s.project_id = ${projectId}
      for update of s ${patience === 'brief' ? sql`skip locked` : nothing}`)
    if (!position || position.until <= position.seq) return 'done'
    const end = Math.min(position.until, position.seq + PAGE)
    const { memoryId } = position
    if (memoryId !== null && (await lockWith(patience, tx, memoryId)))
      await store(tx, clock, projectId, memoryId, position, end)
    await tx.run(sql`update memory_positions set seq = ${end} where project_id = ${projectId}`)
    return end < position.until ? 'more' : 'done'
  })
}

/** False when the memory is gone. */
async function lockWith(patience: Patience, tx: Transaction, memoryId: number): Promise<boolean> {
  if (patience === 'endless') return tryLockMemory(tx, memoryId)
  await tx.run(sql`select set_config('lock_timeout', ${`${BRIEF_MS}ms`}, true)`)
  const isThere = await tryLockMemory(tx, memoryId)
  await tx.run(sql`select set_config('lock_timeout', '0', true)`)
  return isThere
}

async function store(
  tx: Transaction,
  clock: Clock,
  projectId: number,
  memoryId: number,
  { seq, organizationId, sourceLocaleCode, onlyApproved }: Position,
  end: number,
): Promise<void> {
  // The source text is the one that stood beside the value when it was written: later ones belong to later values. Those
  // written by the same request (the same transaction, by `xmin`) count too, in whatever order it wrote them. After the
  // database was restored from a copy all rows bear the same, so the time counts too.
  const segments = sql`
    select distinct on (source.text, l.id, context.key)
           l.id as locale_id, source.text as source_text, c.after ->> 'value' as target_text,
           context.key as context_key, ${projectId}::bigint as source_project_id,
           coalesce(k.created_by, case when c.actor_type = 'user' then c.actor_id end) as author_id
    from changes c
    join locales l on l.organization_id = ${organizationId} and l.code = c.locale
    left join api_keys k on c.actor_type = 'api_key' and k.id = c.actor_id
    cross join lateral (
      select s.after ->> 'value' as text
      from changes s
      where s.project_id = c.project_id and s.key_id = c.key_id and s.event like 'translation.%'
        and s.locale = ${sourceLocaleCode} and (s.seq < c.seq or (s.at = c.at and s.xmin = c.xmin))
      order by s.seq desc limit 1
    ) source
    cross join lateral (
      select case when char_length(c.key_name) <= ${limits.memoryContext} then c.key_name end as key
    ) context
    where c.project_id = ${projectId} and c.seq > ${seq} and c.seq <= ${end}
      and c.event in ('translation.created', 'translation.updated') and c.locale <> ${sourceLocaleCode}
      and char_length(c.after ->> 'value') between 1 and ${limits.memoryText}
      and char_length(source.text) between 1 and ${limits.memoryText}
      ${onlyApproved ? sql`and c.after ->> 'status' = 'translated'` : nothing}
    order by source.text, l.id, context.key, c.seq desc`
  await tx.run(writeEntries(memoryId, clock.now(), segments))
}
