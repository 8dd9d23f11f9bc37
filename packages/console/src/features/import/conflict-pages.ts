import type { AnswerOf } from '@parlance/sdk'
import type { Conflict } from './decisions.ts'

type Page = AnswerOf<'listImportConflicts'>

/** Some screens full. */
export const PAGE = 100
/** Enough around what is in view; the rest is read again when somebody comes back to it. */
const KEPT_PAGES = 20

export interface LoadedConflicts {
  /** How many there are, loaded or not; undefined until a page has come. */
  total: number | undefined
  failure: unknown
}

/** The conflicts of an import: the pages that somebody looks at, wherever in the list that is, and the last ones before. */
export class ConflictPages {
  readonly #fetch: (skip: number) => Promise<Pick<Page, 'conflicts' | 'total'>>
  readonly #listeners = new Set<() => void>()
  // A Map keeps its order, so the first page is the one that nobody has looked at the longest.
  readonly #pages = new Map<number, readonly Conflict[]>()
  #loaded: LoadedConflicts = { total: undefined, failure: undefined }
  #wanted = { first: 0, last: -1 }
  #isLoading = false

  constructor(fetch: (skip: number) => Promise<Pick<Page, 'conflicts' | 'total'>>) {
    this.#fetch = fetch
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Another object whenever something has come. */
  readonly loaded = (): LoadedConflicts => this.#loaded

  /** Undefined until its page has come. */
  row(index: number): Conflict | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE]
  }

  /** Somebody looks at these rows. Of those who fly past many, only where they are now is asked for. */
  want(first: number, last: number): void {
    this.#wanted = { first, last }
    if (!this.#isLoading) void this.#load()
  }

  /** After a failure. */
  tryAgain(): void {
    this.#set({ failure: undefined })
    if (!this.#isLoading) void this.#load()
  }

  #set(change: Partial<LoadedConflicts>): void {
    this.#loaded = { ...this.#loaded, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** The first page in view that is not there. Those that are, are in use. */
  #missing(): number | undefined {
    const { first, last } = this.#wanted
    const end = Math.min(last, (this.#loaded.total ?? 1) - 1)
    for (let page = Math.floor(first / PAGE); page * PAGE <= end; page++) {
      const rows = this.#pages.get(page)
      if (!rows) return page
      this.#keep(page, rows)
    }
    return undefined
  }

  #keep(page: number, rows: readonly Conflict[]): void {
    this.#pages.delete(page)
    this.#pages.set(page, rows)
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= KEPT_PAGES) return
      this.#pages.delete(oldest)
    }
  }

  async #load(): Promise<void> {
    this.#isLoading = true
    for (let page = this.#missing(); page !== undefined && this.#loaded.failure === undefined; page = this.#missing()) {
      try {
        const { conflicts, total } = await this.#fetch(page * PAGE)
        this.#keep(page, conflicts)
        this.#set({ total })
      } catch (failure) {
        this.#set({ failure })
      }
    }
    this.#isLoading = false
  }
}
