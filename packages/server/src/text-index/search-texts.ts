import type { Handle } from '../db/pool.ts'
import type { LoadedTexts } from './loaded-texts.ts'
import { type Sink, scanTexts } from './scan.ts'
import type { SearchedTexts, TextRow } from './text-source.ts'

/** What is sought, and where what is found goes. */
export interface Sought<Row> extends Sink<Row> {
  /** In the form in which texts are compared. */
  text: string
  maxResults: number
  /** Texts to leave out; few. */
  exclude?: readonly number[]
  /** The position of the newest text, for a caller who knows it: null where there is none. */
  newest?: number | null
  /** Rows that were read already; those that are read here come to them. */
  rows?: Map<number, Row>
}

const IDENTICAL = 100

/** Offers the texts that are alike: through their index where they have one, else by reading all of them. */
export async function searchTexts<Row extends TextRow>(
  { db, texts: loaded }: { db: Handle; texts: LoadedTexts },
  texts: SearchedTexts<Row>,
  sought: Sought<Row>,
): Promise<void> {
  const { text, maxResults, newest, rows = new Map<number, Row>() } = sought
  const exclude = [...(sought.exclude ?? [])]
  for (let least = sought.least(); least <= IDENTICAL; least = sought.least()) {
    const found = await loaded.search(texts, text, { minSimilarity: least, maxResults, exclude }, newest)
    if (!found) return scanTexts(db, texts, { ...sought, exclude })
    const { matches, forget } = found
    const unread = matches.filter(({ id }) => !rows.has(id))
    if (unread.length > 0) for (const row of await texts.find(db, unread)) rows.set(row.id, row)
    const gone = unread.filter(({ id }) => !rows.has(id)).map(({ id }) => id)
    if (gone.length === 0) {
      for (const { id, similarity } of matches) sought.offer(similarity, rows.get(id) as Row)
      return
    }
    // Deleted since they were loaded; others may have lost their place to them.
    await forget(gone)
    exclude.push(...gone)
  }
}
