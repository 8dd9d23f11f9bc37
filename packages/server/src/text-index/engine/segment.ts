/** One text that can be found, with what decides among equally similar ones. */
export interface Segment {
  /** Opaque to the index; a whole number, unique in it. */
  id: number
  /** As it is stored. The index brings it, like the query, into the form in which texts are compared. */
  text: string
  /** Among equals the higher goes first. */
  usage?: number
  /** Among those used as often, the later goes first (any number that grows); at last the higher id. */
  time?: number
}

/** Deletions come first. An upsert replaces the segment of the same id; deleting an unknown id does nothing. */
export interface Changes {
  upserts?: readonly Segment[]
  deletes?: readonly number[]
}

export interface SearchOptions {
  /** 0 to 100, inclusive. */
  minSimilarity: number
  maxResults: number
  /** Segments to leave out; few. */
  exclude?: readonly number[]
  /** For whom: owners take turns where many searches wait. */
  owner?: number
  /** Takes the search out of the queue, or stops it, and rejects with the signal's reason. */
  signal?: AbortSignal
}

export interface Match {
  id: number
  /** As `similarity` gives it for the two comparable texts. */
  similarity: number
}

/** A match with all that decides its place. */
export interface Ranked extends Match {
  usage: number
  time: number
}

/** Best first: similarity, usage, time, id. No two segments are equal. */
export const byRank = (a: Ranked, b: Ranked) =>
  b.similarity - a.similarity || b.usage - a.usage || b.time - a.time || b.id - a.id
