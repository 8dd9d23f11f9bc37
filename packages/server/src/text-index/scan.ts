import { setImmediate } from 'node:timers/promises'
import type { Handle } from '../db/pool.ts'
import { codePoints, comparable, highestSimilarity, similarity } from './similarity.ts'
import type { Lengths, SearchedTexts, TextRow } from './text-source.ts'

/** Where what is found goes. */
export interface Sink<Row> {
  /** The lowest similarity that is still of interest; it rises, beyond 100 when nothing is. */
  least(): number
  offer(similarity: number, row: Row): void
}

/** The event loop is given back after this long. */
const SLICE_MS = 10
/** Longer than any comparable text: normalizing 10,000 characters makes at most three of each. */
const LONGEST = 30_000

/**
 * Compares a text, in its comparable form, with all others whose length lets them be of interest. Exact, and as slow as it
 * sounds: it serves texts whose index is not loaded.
 */
export async function scanTexts<Row extends TextRow>(
  db: Handle,
  texts: SearchedTexts<Row>,
  { text, exclude, least, offer }: Sink<Row> & { text: string; exclude: readonly number[] },
): Promise<void> {
  const wanted = codePoints(text)
  const excluded = new Set(exclude)
  let sliceEnd = performance.now() + SLICE_MS
  for await (const page of texts.pages(db, () => admissibleLengths(wanted.length, least()))) {
    for (const row of page) {
      const found = codePoints(comparable(row.sourceText))
      if (highestSimilarity(wanted.length, found.length) >= least() && !excluded.has(row.id))
        offer(similarity(wanted, found), row)
      if (performance.now() < sliceEnd) continue
      await setImmediate()
      sliceEnd = performance.now() + SLICE_MS
    }
  }
}

/** The lengths whose difference alone does not push a text below the threshold. */
function admissibleLengths(length: number, threshold: number): Lengths {
  const reaches = (other: number) => highestSimilarity(length, other) >= threshold
  return {
    shortest: firstFrom(0, length, reaches),
    longest: firstFrom(length, LONGEST, (other) => !reaches(other)) - 1,
  }
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

/** Reads on where the page before ended, until one is not full. */
export async function* pagesOf<Row>(
  size: number,
  read: (after: number) => Promise<Row[]>,
  positionOf: (row: Row) => number,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const page = await read(after)
    yield page
    const end = page.at(-1)
    if (!end || page.length < size) return
    after = positionOf(end)
  }
}
