import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { comparable } from '../../similarity.ts'
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

export const PERFECT = 101
export const EXACT = 100

/** The best matches of some memories: those with an equal source text by its hash, the others by comparing. */
export async function search(db: Handle, memories: readonly SearchedMemory[], wanted: Wanted) {
  const { targetLocaleId, maxResults = 5, minSimilarity = 50 } = wanted
  const text = comparable(wanted.sourceText)
  const ranking = new Ranking(maxResults, minSimilarity)
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  for (const { memoryId, isPerfect, ...entry } of await findEqual(db, memories, text, wanted)) {
    const memory = byId.get(memoryId)
    if (memory) ranking.offer(candidate(memory, isPerfect ? PERFECT : EXACT, entry))
  }
  for (const memory of memories) {
    // What is not equal reaches 99 at most.
    if (ranking.threshold + memory.penalty >= EXACT) continue
    await scanMemory(db, memory.id, targetLocaleId, text, {
      threshold: () => ranking.threshold + memory.penalty,
      offer: (similarity, entry) => ranking.offer(candidate(memory, similarity, entry)),
    })
  }
  const matches = await present(db, ranking.found, byId)
  return { matches, total: matches.length }
}

type Entry = Pick<Candidate, 'id' | 'usageCount' | 'createdAt'>

const candidate = (
  { id: memoryId, priority, penalty }: SearchedMemory,
  similarity: number,
  entry: Entry,
): Candidate => ({
  ...entry,
  memoryId,
  priority,
  similarity,
  score: similarity - penalty,
})

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
      limit ${wanted.maxResults ?? 5}
    ) e`)

interface MatchRow {
  id: number
  memoryId: number
  sourceText: string
  targetText: string
  contextKey: string | null
  sourceProjectName: string | null
  authorName: string | null
  usageCount: number
  targetLocaleId: number
}

async function present(db: Handle, found: readonly Candidate[], memories: ReadonlyMap<number, SearchedMemory>) {
  const rows = await db.rows<MatchRow>(sql`
    select e.id, e.memory_id as "memoryId", e.source_text as "sourceText", e.target_text as "targetText",
           e.context_key as "contextKey", p.name as "sourceProjectName",
           coalesce(u.name, e.author_name) as "authorName", e.usage_count as "usageCount",
           e.locale_id as "targetLocaleId"
    from unnest(${found.map(({ memoryId }) => memoryId)}::bigint[], ${found.map(({ id }) => id)}::bigint[])
      as f (memory_id, id)
    join memory_entries e on e.memory_id = f.memory_id and e.id = f.id
    left join projects p on p.id = e.source_project_id
    left join users u on u.id = e.author_id`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id, memoryId, similarity, score }) => {
    const row = byId.get(id)
    // Deleted between the two statements.
    if (!row) return []
    const { memoryId: _, ...match } = row
    return [
      { ...match, similarity: score, matchType: matchType(similarity), tmName: memories.get(memoryId)?.name ?? '' },
    ]
  })
}

const matchType = (similarity: number): 'perfect' | 'exact' | 'fuzzy' =>
  similarity === PERFECT ? 'perfect' : similarity === EXACT ? 'exact' : 'fuzzy'
