import type { Sql } from '../../../db/sql.ts'
import type { Services } from '../../../services.ts'
import type { Searcher } from '../../../text-index/loaded-texts.ts'
import { Ranking } from '../../../text-index/ranking.ts'
import { searchTexts } from '../../../text-index/search-texts.ts'
import { entryTexts } from './entry-texts.ts'
import { type Equal, findMatches, type MatchRow } from './matches.ts'
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
  searcher: Searcher
}

/** What the order of matches depends on, for one entry of one memory. */
interface Candidate {
  id: number
  memoryId: number
  /** Before the penalty: 101 perfect, 100 exact, less is fuzzy. */
  similarity: number
  /** After the penalty. */
  score: number
  priority: number
  usageCount: number
  createdAt: Date
}

/** Best first: by score, then by the priority of the memory, then by use, then the newest. */
const byRank = (a: Candidate, b: Candidate) =>
  b.score - a.score ||
  b.priority - a.priority ||
  b.usageCount - a.usageCount ||
  b.createdAt.getTime() - a.createdAt.getTime() ||
  b.id - a.id

/** A search under way: what is sought, and what was found of it so far. */
interface Search {
  services: Services
  searcher: Searcher
  sought: Equal
  ranking: Ranking<Candidate>
  /** Entries that were read already. */
  rows: Map<number, MatchRow>
}

const PERFECT = 101
const EXACT = 100

/** So many memories of a project are compared at once: a search is not to take all places in the queue by itself. */
const AT_ONCE = 4

/** The first half: all that is read at once. */
export async function beginSearch(
  { db, texts }: Pick<Services, 'db' | 'texts'>,
  searcher: Searcher,
  organizationId: number,
  memories: Sql,
  { sourceText, targetLocaleId: localeId, contextKey, maxResults = 5, minSimilarity = 50 }: Wanted,
): Promise<BegunSearch> {
  const text = await texts.comparable(sourceText, searcher)
  const sought = { text, localeId, contextKey, maxResults, minSimilarity }
  return { sought, searcher, ...(await readStart(db, organizationId, memories, sought)) }
}

/** The best matches of the memories: those with an equal source text by its hash, the others by comparing. */
export async function finishSearch(services: Services, { sought, searcher, memories, equal }: BegunSearch) {
  const { contextKey, maxResults, minSimilarity } = sought
  const ranking = new Ranking(maxResults, minSimilarity, byRank)
  const rows = new Map<number, MatchRow>()
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  for (const row of equal) {
    const memory = byId.get(row.memoryId)
    const isPerfect = row.contextKey !== null && row.contextKey === contextKey
    rows.set(row.id, row)
    if (memory) ranking.offer(candidate(memory, isPerfect ? PERFECT : EXACT, row))
  }
  const going = { services, searcher, sought, ranking, rows }
  const left = memories.values()
  const compareNext = async () => {
    for (const memory of left) await compare(going, memory)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, compareNext))
  const unread = ranking.found.filter(({ id }) => !rows.has(id))
  for (const row of await findMatches(services.db, unread)) rows.set(row.id, row)
  const matches = ranking.found.flatMap((found) => {
    const row = rows.get(found.id)
    // Deleted since it was found.
    return row ? [present(row, found, byId.get(found.memoryId)?.name ?? '')] : []
  })
  return { matches, total: matches.length }
}

/** Offers the entries of a memory that are alike, but not equal: those are there already. */
function compare({ services, searcher, sought, ranking, rows }: Search, memory: SearchedMemory): Promise<void> {
  const { text, localeId, maxResults } = sought
  return searchTexts(services, entryTexts(memory.id, localeId), {
    ...searcher,
    text,
    maxResults,
    newest: memory.newest,
    rows,
    least() {
      const least = ranking.threshold + memory.penalty
      // What is not equal reaches 99 at most.
      return least < EXACT ? least : Number.POSITIVE_INFINITY
    },
    offer: (similarity, entry) => ranking.offer(candidate(memory, similarity, entry)),
  })
}

const candidate = (memory: SearchedMemory, similarity: number, { id, usageCount, createdAt }: MatchRow): Candidate => ({
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
