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

/** Characters of the one text times those of the others that are compared in a row: some 300 ms where nothing is alike. */
const COMPARED_AT_ONCE = 2_000_000_000

/**
 * Compares a text with all others whose length lets them be of interest. Exact, and as slow as it sounds: it serves texts
 * whose index is not loaded. A page at most is compared at a time, on a thread of its own; then it is the turn of others.
 */
export async function scanTexts<Row extends FoundRow>(
  searched: Searched,
  texts: SearchedTexts<Row>,
  sought: Sought<Row>,
): Promise<void> {
  const { length } = codePoints(sought.text)
  const admissible = () => admissibleLengths(length, Math.min(IDENTICAL, sought.least()), LONGEST)
  for await (const page of texts.pages(searched.db, admissible)) {
    for (const slice of slicesOf(page, COMPARED_AT_ONCE / Math.max(1, length))) {
      sought.signal.throwIfAborted()
      if (sought.least() > IDENTICAL) return
      await compareSlice(searched, texts, sought, slice)
    }
  }
}

/** So many characters each; an only text may have more. */
function* slicesOf(page: readonly TextRow[], characters: number): Generator<TextRow[]> {
  let slice: TextRow[] = []
  let left = characters
  for (const row of page) {
    left -= row.sourceText.length
    if (left < 0 && slice.length > 0) {
      yield slice
      slice = []
      left = characters - row.sourceText.length
    }
    slice.push(row)
  }
  if (slice.length > 0) yield slice
}

async function compareSlice<Row extends FoundRow>(
  { db, texts: loaded }: Searched,
  texts: SearchedTexts<Row>,
  sought: Sought<Row>,
  slice: readonly TextRow[],
): Promise<void> {
  const { text, maxResults, owner, signal } = sought
  const excluded = new Set(sought.exclude)
  for (;;) {
    const compared = slice.filter(({ id }) => !excluded.has(id))
    if (compared.length === 0) return
    const sourceTexts = compared.map(({ sourceText }) => sourceText)
    const how = { minSimilarity: sought.least(), maxResults, owner, signal }
    const alike = await loaded.compare(sourceTexts, text, how)
    const matches = alike.map(({ at, similarity }) => ({ id: (compared[at] as TextRow).id, similarity }))
    const gone = await offerFound(db, texts, sought, matches)
    if (gone.length === 0) return
    // Deleted since they were read; others may have lost their place to them.
    for (const id of gone) excluded.add(id)
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
