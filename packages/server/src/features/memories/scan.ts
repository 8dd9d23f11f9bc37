import { setImmediate } from 'node:timers/promises'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { codePoints, comparable, highestSimilarity, similarity } from '../../text-index/similarity.ts'

interface Row {
  id: number
  version: number
  sourceText: string
  usageCount: number
  createdAt: Date
}

interface Sink {
  /** The lowest similarity that is still of interest; it rises. */
  threshold(): number
  offer(similarity: number, entry: Row): void
}

/** Entries are read this many at a time; at their longest that is 5 MB. */
const PAGE = 500
/** The event loop is given back after this long. */
const SLICE_MS = 10
/** Longer than any comparable text: normalizing 10,000 characters makes at most three of each. */
const LONGEST = 30_000

/**
 * Compares a text with every entry of a memory in one language whose length lets it reach the threshold. Exact, and as
 * slow as it sounds: it serves memories whose index is not loaded.
 */
export async function scanMemory(
  db: Handle,
  memoryId: number,
  localeId: number,
  text: string,
  sink: Sink,
): Promise<void> {
  const wanted = codePoints(text)
  let sliceEnd = performance.now() + SLICE_MS
  for (let version = 0; ; ) {
    const [shortest, longest] = admissibleLengths(wanted.length, sink.threshold())
    const page = await db.rows<Row>(sql`
      select id, version, source_text as "sourceText", usage_count as "usageCount", created_at as "createdAt"
      from memory_entries
      where memory_id = ${memoryId} and locale_id = ${localeId} and version > ${version}
        and match_length between ${shortest} and ${longest}
      order by version limit ${PAGE}`)
    for (const entry of page) {
      const found = codePoints(comparable(entry.sourceText))
      if (highestSimilarity(wanted.length, found.length) >= sink.threshold()) {
        sink.offer(similarity(wanted, found), entry)
      }
      if (performance.now() < sliceEnd) continue
      await setImmediate()
      sliceEnd = performance.now() + SLICE_MS
    }
    const end = page.at(-1)
    if (!end || page.length < PAGE) return
    version = end.version
  }
}

/** The lengths whose difference alone does not push a text below the threshold. */
export function admissibleLengths(length: number, threshold: number): [number, number] {
  const reaches = (other: number) => highestSimilarity(length, other) >= threshold
  return [firstFrom(0, length, reaches), firstFrom(length, LONGEST, (other) => !reaches(other)) - 1]
}

/** The first number of a range for which something holds that holds from there on; the end of the range if none. */
function firstFrom(start: number, end: number, holds: (value: number) => boolean): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
