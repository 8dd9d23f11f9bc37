import { expectedSimilarity } from '../../../../test/expected-similarity.ts'
import type { Changes, Match, SearchOptions, Segment } from '../index.ts'

/** What an index should find: every segment compared with the query, then sorted. */
export class BruteForce {
  readonly #segments = new Map<number, Segment>()

  constructor(segments: readonly Segment[] = []) {
    this.apply({ upserts: segments })
  }

  get segments(): Segment[] {
    return [...this.#segments.values()]
  }

  apply({ deletes = [], upserts = [] }: Changes): void {
    for (const id of deletes) this.#segments.delete(id)
    for (const segment of upserts) this.#segments.set(segment.id, segment)
  }

  search(query: string, { minSimilarity, maxResults, exclude = [] }: SearchOptions): Match[] {
    return this.segments
      .filter(({ id }) => !exclude.includes(id))
      .map(({ text, ...segment }) => ({ usage: 0, time: 0, ...segment, similarity: expectedSimilarity(query, text) }))
      .filter(({ similarity }) => similarity >= minSimilarity)
      .sort((a, b) => b.similarity - a.similarity || b.usage - a.usage || b.time - a.time || b.id - a.id)
      .slice(0, maxResults)
      .map(({ id, similarity }) => ({ id, similarity }))
  }
}

export async function* inBatches(segments: readonly Segment[], size = 1_000): AsyncGenerator<Segment[]> {
  for (let at = 0; at < segments.length; at += size) yield segments.slice(at, at + size)
}
