import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Services } from '../../services.ts'
import { comparable } from '../../similarity.ts'
import { loadedMemoriesOf } from './loaded-memories.ts'
import { type Candidate, Ranking } from './ranking.ts'
import { scanMemory } from './scan.ts'

/** A memory as a search sees it. */
export interface SearchedMemory {
  id: number
  name: string
  priority: number
  /** Taken off the similarity of each of its matches. */
  penalty: number
}

export interface Wanted {
  sourceText: string
  targetLocaleId: number
  contextKey?: string
  minSimilarity?: number
  maxResults?: number
}

const PERFECT = 101
const EXACT = 100
const MAX_RESULTS = 5
const MIN_SIMILARITY = 50

/** The best matches of some memories: those with an equal source text by its hash, the others by comparing. */
export async function search(services: Services, memories: readonly SearchedMemory[], wanted: Wanted) {
  const { maxResults = MAX_RESULTS, minSimilarity = MIN_SIMILARITY } = wanted
  const { db } = services
  const text = comparable(wanted.sourceText)
  const ranking = new Ranking(maxResults, minSimilarity)
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  for (const { memoryId, isPerfect, ...entry } of await findEqual(db, memories, text, wanted)) {
    const memory = byId.get(memoryId)
    if (memory) ranking.offer(candidate(memory, isPerfect ? PERFECT : EXACT, entry))
  }
  // What is not equal reaches 99 at most.
  const worthwhile = memories.filter(({ penalty }) => ranking.threshold + penalty < EXACT)
  await Promise.all(worthwhile.map((memory) => compare(services, memory, text, wanted, ranking)))
  const matches = await present(db, ranking.found, byId)
  return { matches, total: matches.length }
}

/** Offers the entries of a memory that are alike: through its index where it has one, else by reading all of them. */
async function compare(
  services: Services,
  memory: SearchedMemory,
  text: string,
  { targetLocaleId: localeId, maxResults = MAX_RESULTS }: Wanted,
  ranking: Ranking,
): Promise<void> {
  const { db } = services
  const loaded = loadedMemoriesOf(services)
  const place = { memoryId: memory.id, localeId }
  for (;;) {
    const minSimilarity = ranking.threshold + memory.penalty
    if (minSimilarity >= EXACT) return
    const found = await loaded.search(place, text, { minSimilarity, maxResults })
    if (!found) break
    const entries = await findEntriesById(
      db,
      memory.id,
      found.map(({ id }) => id),
    )
    const gone = found.filter(({ id }) => !entries.has(id)).map(({ id }) => id)
    if (gone.length === 0) {
      for (const { id, similarity } of found) {
        const entry = entries.get(id)
        if (entry) ranking.offer(candidate(memory, similarity, entry))
      }
      return
    }
    // Deleted since they were loaded; others may have lost their place to them.
    await loaded.forget(place, gone)
  }
  await scanMemory(db, memory.id, localeId, text, {
    threshold: () => ranking.threshold + memory.penalty,
    offer: (similarity, entry) => ranking.offer(candidate(memory, similarity, entry)),
  })
}

type Entry = Pick<Candidate, 'id' | 'usageCount' | 'createdAt'>

const candidate = (memory: SearchedMemory, similarity: number, { id, usageCount, createdAt }: Entry): Candidate => ({
  id,
  usageCount,
  createdAt,
  memoryId: memory.id,
  priority: memory.priority,
  similarity,
  score: similarity - memory.penalty,
})

async function findEntriesById(db: Handle, memoryId: number, ids: readonly number[]): Promise<Map<number, Entry>> {
  if (ids.length === 0) return new Map()
  const rows = await db.rows<Entry>(sql`
    select id, usage_count as "usageCount", created_at as "createdAt"
    from memory_entries where memory_id = ${memoryId} and id = any(${ids}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The entries with the same text, of each memory as many as a result can hold. */
const findEqual = (db: Handle, memories: readonly SearchedMemory[], text: string, wanted: Wanted) =>
  db.rows<Entry & { memoryId: number; isPerfect: boolean }>(sql`
    select e.*
    from unnest(${memories.map(({ id }) => id)}::bigint[]) as memory (id)
    cross join lateral (
      select e.id, e.memory_id as "memoryId", e.usage_count as "usageCount", e.created_at as "createdAt",
             coalesce(e.context_key = ${wanted.contextKey ?? null}::text, false) as "isPerfect"
      from memory_entries e
      where e.memory_id = memory.id and e.locale_id = ${wanted.targetLocaleId}
        and e.match_hash = text_hash(${text}::text)
      order by "isPerfect" desc, e.usage_count desc, e.created_at desc, e.id desc
      limit ${wanted.maxResults ?? MAX_RESULTS}
    ) e`)

interface MatchRow {
  id: number
  sourceText: string
  targetText: string
  targetLocaleId: number
  contextKey: string | null
  sourceProjectName: string | null
  authorName: string | null
  usageCount: number
}

async function present(db: Handle, found: readonly Candidate[], memories: ReadonlyMap<number, SearchedMemory>) {
  if (found.length === 0) return []
  const rows = await db.rows<MatchRow>(sql`
    select e.id, e.source_text as "sourceText", e.target_text as "targetText", e.locale_id as "targetLocaleId",
           e.context_key as "contextKey", p.name as "sourceProjectName",
           coalesce(u.name, e.author_name) as "authorName", e.usage_count as "usageCount"
    from unnest(${found.map(({ memoryId }) => memoryId)}::bigint[], ${found.map(({ id }) => id)}::bigint[])
      as f (memory_id, id)
    join memory_entries e on e.memory_id = f.memory_id and e.id = f.id
    left join projects p on p.id = e.source_project_id
    left join users u on u.id = e.author_id`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id, memoryId, similarity, score }) => {
    const match = byId.get(id)
    // Deleted between the two statements.
    if (!match) return []
    return [{ ...match, similarity: score, matchType: typeOf(similarity), tmName: memories.get(memoryId)?.name ?? '' }]
  })
}

const typeOf = (similarity: number): 'perfect' | 'exact' | 'fuzzy' =>
  similarity === PERFECT ? 'perfect' : similarity === EXACT ? 'exact' : 'fuzzy'
