import type { Comparison } from './compare-texts.ts'
import type { Batch, IndexState } from './growing-index.ts'
import type { Share } from './search.ts'
import type { SearchOptions } from './segment.ts'

/** What a thread is started with. */
export interface ThreadData {
  memory: WebAssembly.Memory
  /** Holds the number of the call that is no longer wanted. */
  unwanted: Int32Array<SharedArrayBuffer>
  /** Others go first where they need the processor. */
  isPatient: boolean
}

/** To a thread: a call to answer, or the answer to its own question for memory (none: there is none left). */
export type ToThread = { call: number; ask: Ask } | { question: number; at: number | undefined }

export type Ask =
  | {
      to: 'search'
      text: string
      options: Pick<SearchOptions, 'minSimilarity' | 'maxResults' | 'exclude'>
      state: IndexState
      share: Share
    }
  | ({ to: 'compare' } & Comparison)
  | { to: 'fold'; text: string }
  | { to: 'gather'; index: number; batch: Batch }
  | { to: 'finish'; index: number }
  | { to: 'apply'; index: number; deletes: Float64Array; upserts: Batch }
  | { to: 'drop'; index: number }

export type FromThread =
  | { call: number; answer: unknown }
  | { call: number; fault: unknown; isFull: boolean }
  | { question: number; bytes: number }
  | { release: number }
  | { index: number; state: IndexState }
