import type { AnswerOf } from '@parlance/sdk'
import type { Conflict } from './decisions.ts'

type Page = AnswerOf<'listImportConflicts'>

export interface LoadedConflicts {
  rows: readonly Conflict[]
  /** How many there are, loaded or not; undefined until the first page has come. */
  total: number | undefined
  failure: unknown
}

/**
 * The conflicts of an import, page after page as far as somebody looks. Pages hang together by their cursors, so those
 * on the way are read, too; nobody who turns back waits for the rest.
 */
export class ConflictPages {
  readonly #fetch: (cursor: string | undefined) => Promise<Page>
  readonly #listeners = new Set<() => void>()
  #loaded: LoadedConflicts = { rows: [], total: undefined, failure: undefined }
  #cursor: string | null | undefined
  #wanted = -1
  #isLoading = false

  constructor(fetch: (cursor: string | undefined) => Promise<Page>) {
    this.#fetch = fetch
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly loaded = (): LoadedConflicts => this.#loaded

  /** Somebody looks at rows up to this one. */
  want(index: number): void {
    this.#wanted = index
    if (!this.#isLoading) void this.#load()
  }

  /** After a failure. */
  tryAgain(): void {
    this.#set({ failure: undefined })
    this.want(this.#wanted)
  }

  #set(change: Partial<LoadedConflicts>): void {
    this.#loaded = { ...this.#loaded, ...change }
    for (const listener of this.#listeners) listener()
  }

  async #load(): Promise<void> {
    this.#isLoading = true
    while (this.#wanted >= this.#loaded.rows.length && this.#cursor !== null && this.#loaded.failure === undefined) {
      try {
        const { conflicts, total, nextCursor } = await this.#fetch(this.#cursor)
        this.#cursor = nextCursor
        // One list that grows: to copy a hundred thousand rows with each page would be felt.
        const rows = this.#loaded.rows as Conflict[]
        for (const conflict of conflicts) rows.push(conflict)
        this.#set({ total })
      } catch (failure) {
        this.#set({ failure })
      }
    }
    this.#isLoading = false
  }
}
