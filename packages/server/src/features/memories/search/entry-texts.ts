import type { Handle } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Segment } from '../../../text-index/engine/index.ts'
import { pagesOf } from '../../../text-index/scan.ts'
import type { Lengths, SearchedTexts, TextRow } from '../../../text-index/text-source.ts'
import { findMatches } from './matches.ts'

/** Entries are read this many at a time: about 10 ms of the event loop. */
const PAGE = 2_000
/** Where they are compared one by one; at their longest that is 5 MB. */
const COMPARED_PAGE = 500

/** What a search tells apart equally similar entries by. */
export interface Entry extends TextRow {
  usageCount: number
  createdAt: Date
}

/** The source texts of one memory in one language, by their versions. */
export const entryTexts = (memoryId: number, localeId: number): SearchedTexts<Entry> => ({
  name: `memory ${memoryId} ${localeId}`,
  async count(db) {
    const counted = await db.row<{ entries: number }>(sql`
      select entries from memory_locales where memory_id = ${memoryId} and locale_id = ${localeId}`)
    return counted?.entries ?? 0
  },
  async *read(db, after = 0) {
    // The next page is on its way while one is taken in.
    let coming = readPage(db, memoryId, localeId, after)
    for (;;) {
      const upserts = await coming
      const last = upserts.at(-1)
      if (!last) return
      const isEnd = upserts.length < PAGE
      if (!isEnd) {
        coming = readPage(db, memoryId, localeId, last.version)
        // Awaited in the next turn; until then its failure must not count as one that nobody handles.
        coming.catch(() => {})
      }
      yield { upserts, position: last.version }
      if (isEnd) return
    }
  },
  find: (db, found) =>
    findMatches(
      db,
      found.map(({ id }) => ({ id, memoryId })),
    ),
  pages: (db, admissible) =>
    pagesOf(
      COMPARED_PAGE,
      (version) => readComparedPage(db, memoryId, localeId, version, admissible()),
      ({ version }) => version,
    ),
})

// The version comes out of a select, so that PostgreSQL cannot look at it: else it plans each time anew, two thirds of what
// this takes when nothing is new.
const readPage = (db: Handle, memoryId: number, localeId: number, version: number) =>
  db.rows<Segment & { version: number }>(sql`
    select id, version, source_text as text, usage_count as usage,
           (extract(epoch from created_at) * 1000)::float8 as time
    from memory_entries
    where memory_id = ${memoryId} and locale_id = ${localeId} and version > (select ${version}::bigint)
    order by version limit ${PAGE}`)

const readComparedPage = (
  db: Handle,
  memoryId: number,
  localeId: number,
  version: number,
  { shortest, longest }: Lengths,
) =>
  db.rows<Entry & { version: number }>(sql`
    select id, version, source_text as "sourceText", usage_count as "usageCount", created_at as "createdAt"
    from memory_entries
    where memory_id = ${memoryId} and locale_id = ${localeId} and version > ${version}
      and match_length between ${shortest} and ${longest}
    order by version limit ${COMPARED_PAGE}`)
