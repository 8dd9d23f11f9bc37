/** Who did it. Names are looked up when the history is read. */
export interface Actor {
  type: 'user' | 'api_key' | 'system'
  id: number | null
}

/** Who writes into a project, and when. What they may do there was settled before and is no business of a writer. */
export interface Author {
  projectId: number
  /** The values in this language tell what keys ask for. */
  sourceLocaleId: number
  actor: Actor
  /** The person who is kept with what is written; behind an API key, its creator. */
  userId: number
  /** Taken once, so that all that belongs together bears one time. */
  at: Date
}

/** As much of an author as the history tells. */
export type Signature = Pick<Author, 'projectId' | 'actor' | 'at'>
