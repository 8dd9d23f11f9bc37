import type { IndexState } from './growing-index.ts'
import type { Query } from './query.ts'
import type { SearchOptions } from './segment.ts'

export interface Search extends Pick<SearchOptions, 'minSimilarity' | 'maxResults' | 'exclude'> {
  query: Query
  state: IndexState
  share: Share
  /** Asked every few milliseconds. */
  isWanted(): boolean
}

/** What one thread does of a search: number `number` of `of`. */
export interface Share {
  number: number
  of: number
  /** By all of them together; see `BestMatches`. */
  found: Int32Array<SharedArrayBuffer>
}
