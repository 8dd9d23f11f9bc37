import type { Handle } from '../db/pool.ts'
import type { LoadedTexts, Searcher } from './loaded-texts.ts'
import { admissibleLengths, codePoints } from './similarity.ts'
import type { FoundRow, SearchedTexts, TextRow } from './text-source.ts'

/** Where what is found goes. */
interface Sink<Row> {
  /** The lowest similarity that is still of interest; it rises, beyond 100 when nothing is. */
  least(): number
  offer(similarity: number, row: Row): void
}

/** What is sought, and where what is found goes. */
export interface Sought<Row> extends Sink<Row>, Searcher {
  /** In the form in which texts are compared. */
  text: string
  maxResults: number
  /** Texts to leave out; few. */
  exclude?: readonly number[]
  /** The position of the newest text, for a caller who knows it: null where there is none. */
  newest?: number | null
  /** Rows that were read already; those that are read here come to them. */
  rows: Map<number, Row>
}

/** Where texts are searched. */
export interface Searched {
  db: Handle
  texts: LoadedTexts
}

const IDENTICAL = 100
/** Longer than any comparable text: normalizing 10,000 characters makes at most three of each. */
const LONGEST = 30_000

/**
 * Compares a text with all others whose length lets them be of interest. Exact, and as slow as it sounds: it serves texts
 * whose index is not loaded. A page is compared at a time, on a thread of its own; between two it is the turn of others.
 */
export async function scanTexts<Row extends FoundRow>(
  { db, texts: loaded }: Searched,
  texts: SearchedTexts<Row>,
  sought: Sought<Row>,
): Promise<void> {
  const { text, maxResults, owner, signal } = sought
  const { length } = codePoints(text)
  const excluded = new Set(sought.exclude)
  const admissible = () => admissibleLengths(length, Math.min(IDENTICAL, sought.least()), LONGEST)
  for await (const page of texts.pages(db, admissible)) {
    signal.throwIfAborted()
    for (;;) {
      const minSimilarity = sought.least()
      if (minSimilarity > IDENTICAL) return
      const compared = page.filter(({ id }) => !excluded.has(id))
      if (compared.length === 0) break
      const sourceTexts = compared.map(({ sourceText }) => sourceText)
      const alike = await loaded.compare(sourceTexts, text, { minSimilarity, maxResults, owner, signal })
      const matches = alike.map(({ at, similarity }) => ({ id: (compared[at] as TextRow).id, similarity }))
      const gone = await offerFound(db, texts, sought, matches)
      if (gone.length === 0) break
      // Deleted since they were read; others may have lost their place to them.
      for (const id of gone) excluded.add(id)
    }
  }
}

/** Reads what was found and offers it. Returns what is gone since. */
export async function offerFound<Row extends FoundRow>(
  db: Handle,
  texts: SearchedTexts<Row>,
  { rows, offer }: Sought<Row>,
  matches: readonly { id: number; similarity: number }[],
): Promise<number[]> {
  const unread = matches.filter(({ id }) => !rows.has(id))
  if (unread.length > 0) for (const row of await texts.find(db, unread)) rows.set(row.id, row)
  const gone: number[] = []
  for (const { id, similarity } of matches) {
    const row = rows.get(id)
    if (row) offer(similarity, row)
    else gone.push(id)
  }
  return gone
}
