import type { Services } from '../../services.ts'
import { comparable } from '../../similarity.ts'
import { entryTexts } from './entry-texts.ts'
import { loadedTextsOf } from './loaded-texts.ts'
import { findEqual, findMatches, type MatchRow } from './matches.ts'
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

interface Wanted {
  sourceText: string
  targetLocaleId: number
  contextKey?: string
  minSimilarity?: number
  maxResults?: number
}

/** A search under way: what is looked for, and what was found of it so far. */
interface Search {
  services: Services
  /** As it is compared. */
  text: string
  localeId: number
  maxResults: number
  ranking: Ranking
  /** Entries that were read already. */
  rows: Map<number, MatchRow>
}

const PERFECT = 101
const EXACT = 100

/** The best matches of some memories: those with an equal source text by its hash, the others by comparing. */
export const search = (services: Services, memories: readonly SearchedMemory[], wanted: Wanted) =>
  beginSearch(
    services,
    Array.from(memories, ({ id }) => id),
    wanted,
  )(memories)

/**
 * For a caller who knows the ids first: what can be read by them alone is on its way while the rest is looked up. What is
 * returned takes the memories, in the same order, and finds the matches.
 */
export function beginSearch(services: Services, memoryIds: readonly number[], wanted: Wanted) {
  const { targetLocaleId: localeId, contextKey, maxResults = 5, minSimilarity = 50 } = wanted
  const text = comparable(wanted.sourceText)
  const reading = Promise.all([
    findEqual(services.db, memoryIds, { text, localeId, contextKey, maxResults }),
    Promise.all(memoryIds.map((id) => loadedTextsOf(services).follow(entryTexts(id, localeId)))),
  ])
  // The caller may find that the search is not to be.
  reading.catch(() => {})
  return async (memories: readonly SearchedMemory[]) => {
    const [equal, followed] = await reading
    const ranking = new Ranking(maxResults, minSimilarity)
    const rows = new Map<number, MatchRow>()
    const byId = new Map(memories.map((memory) => [memory.id, memory]))
    for (const row of equal) {
      const memory = byId.get(row.memoryId)
      const isPerfect = row.contextKey !== null && row.contextKey === contextKey
      rows.set(row.id, row)
      if (memory) ranking.offer(candidate(memory, isPerfect ? PERFECT : EXACT, row))
    }
    const going = { services, text, localeId, maxResults, ranking, rows }
    await Promise.all(memories.map((memory, at) => compare(going, memory, followed[at] ?? false)))
    const unread = ranking.found.filter(({ id }) => !rows.has(id))
    for (const row of await findMatches(services.db, unread)) rows.set(row.id, row)
    const matches = ranking.found.flatMap((found) => {
      const row = rows.get(found.id)
      // Deleted since it was found.
      return row ? [present(row, found, byId.get(found.memoryId)?.name ?? '')] : []
    })
    return { matches, total: matches.length }
  }
}

/** Offers the entries of a memory that are alike: through its index where it has one, else by reading all of them. */
async function compare(going: Search, memory: SearchedMemory, isFollowed: boolean): Promise<void> {
  const { services, text, localeId, maxResults, ranking, rows } = going
  const threshold = () => ranking.threshold + memory.penalty
  const loaded = loadedTextsOf(services)
  const texts = entryTexts(memory.id, localeId)
  const exclude: number[] = []
  // What is not equal reaches 99 at most.
  while (threshold() < EXACT) {
    const found = await loaded.search(texts, text, { minSimilarity: threshold(), maxResults, exclude }, isFollowed)
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
