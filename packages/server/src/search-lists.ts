import { sql } from './db/sql.ts'
import type { Services } from './services.ts'
import { WorkLoop } from './work-loop.ts'

const POLL_MS = 1_000
/** While somebody writes much. Searches read the lists from one end to the other, so they must stay short. */
const BUSY_MS = 100
const TRY_AGAIN_MS = 60_000

/**
 * Sorts what was written into the indexes that searches use, beside those who write: of an import of 100,000 keys that was a
 * quarter of its time. The database does the same by itself now and then, only much later. A look at empty lists takes 0.1 ms.
 */
export class SearchLists {
  readonly #services: Services
  readonly #loop: WorkLoop

  constructor(services: Services) {
    this.#services = services
    this.#loop = new WorkLoop((loop) => this.#work(loop))
  }

  async close(): Promise<void> {
    await this.#loop.close()
  }

  async #work(loop: WorkLoop): Promise<void> {
    const { db, log } = this.#services
    try {
      // By name, because tests and upgrades may run while an index is missing.
      const { pages } = await db.one<{ pages: number }>(sql`
        select coalesce(sum(gin_clean_pending_list(c.oid)), 0) as pages
        from pg_class c
        where c.relname in ('keys_search', 'keys_search_description', 'translations_search')
          and c.relnamespace = current_schema()::regnamespace`)
      await loop.woken(pages > 0 ? BUSY_MS : POLL_MS)
    } catch (error) {
      // Another instance that upgrades may hold what this waits for, or the index is somebody else's.
      if (!loop.signal.aborted) log.warn({ err: error }, 'search indexes could not be brought up to date')
      await loop.woken(TRY_AGAIN_MS)
    }
  }
}
