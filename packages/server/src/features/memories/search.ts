import type { Handle } from '../../db/pool.ts'
import type { Sql } from '../../db/sql.ts'
import type { Services } from '../../services.ts'
import { comparable } from '../../text-index/similarity.ts'
import { entryTexts } from './entry-texts.ts'
import { loadedTextsOf } from './loaded-texts.ts'
import { type Equal, findMatches, type MatchRow } from './matches.ts'
import { type Candidate, Ranking } from './ranking.ts'
import { scanMemory } from './scan.ts'
import { readStart, type SearchedMemory, type SearchStart } from './search-start.ts'

interface Wanted {
  sourceText: string
  targetLocaleId: number
  contextKey?: string
  minSimilarity?: number
  maxResults?: number
}

/** A search of which is known where it starts: its caller can decide whether it is to be. */
interface BegunSearch extends SearchStart {
  sought: Equal & { minSimilarity: number }
}

/** A search under way: what is sought, and what was found of it so far. */
interface Search {
  services: Services
  sought: Equal
  ranking: Ranking
  /** Entries that were read already. */
  rows: Map<number, MatchRow>
}

const PERFECT = 101
const EXACT = 100

/** The first half: all that is read at once. */
export async function beginSearch(
  db: Handle,
  organizationId: number,
  memories: Sql,
  { sourceText, targetLocaleId: localeId, contextKey, maxResults = 5, minSimilarity = 50 }: Wanted,
): Promise<BegunSearch> {
  const sought = { text: comparable(sourceText), localeId, contextKey, maxResults, minSimilarity }
  return { sought, ...(await readStart(db, organizationId, memories, sought)) }
}

/** The best matches of the memories: those with an equal source text by its hash, the others by comparing. */
export async function finishSearch(services: Services, { sought, memories, equal }: BegunSearch) {
  const { contextKey, maxResults, minSimilarity } = sought
  const ranking = new Ranking(maxResults, minSimilarity)
  const rows = new Map<number, MatchRow>()
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  for (const row of equal) {
    const memory = byId.get(row.memoryId)
    const isPerfect = row.contextKey !== null && row.contextKey === contextKey
    rows.set(row.id, row)
    if (memory) ranking.offer(candidate(memory, isPerfect ? PERFECT : EXACT, row))
  }
  const going = { services, sought, ranking, rows }
  await Promise.all(memories.map((memory) => compare(going, memory)))
  const unread = ranking.found.filter(({ id }) => !rows.has(id))
  for (const row of await findMatches(services.db, unread)) rows.set(row.id, row)
  const matches = ranking.found.flatMap((found) => {
    const row = rows.get(found.id)
    // Deleted since it was found.
    return row ? [present(row, found, byId.get(found.memoryId)?.name ?? '')] : []
  })
  return { matches, total: matches.length }
}

/** Offers the entries of a memory that are alike: through its index where it has one, else by reading all of them. */
async function compare(going: Search, memory: SearchedMemory): Promise<void> {
  const { services, ranking, rows } = going
  const { text, localeId, maxResults } = going.sought
  const threshold = () => ranking.threshold + memory.penalty
  const loaded = loadedTextsOf(services)
  const texts = entryTexts(memory.id, localeId)
  const exclude: number[] = []
  // What is not equal reaches 99 at most.
  while (threshold() < EXACT) {
    const options = { minSimilarity: threshold(), maxResults, exclude }
    const found = await loaded.search(texts, text, options, memory.newest)
    if (!found) {
      const offer = (similarity: number, entry: Entry) => ranking.offer(candidate(memory, similarity, entry))
      return scanMemory(services.db, memory.id, localeId, text, { threshold, offer })
    }
    const { matches, forget } = found
    const unread = matches.filter(({ id }) => !rows.has(id)).map(({ id }) => ({ id, memoryId: memory.id }))
    for (const row of await findMatches(services.db, unread)) rows.set(row.id, row)
    const gone = matches.filter(({ id }) => !rows.has(id)).map(({ id }) => id)
    if (gone.length === 0) {
      for (const { id, similarity } of matches) ranking.offer(candidate(memory, similarity, rows.get(id) as MatchRow))
      return
    }
    // Deleted since they were loaded; others may have lost their place to them.
    await forget(gone)
    exclude.push(...gone)
  }
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

function present({ memoryId: _, createdAt: __, ...match }: MatchRow, { similarity, score }: Candidate, tmName: string) {
  const matchType: 'perfect' | 'exact' | 'fuzzy' =
    similarity === PERFECT ? 'perfect' : similarity === EXACT ? 'exact' : 'fuzzy'
  return { ...match, similarity: score, matchType, tmName }
}
