import type { Handle } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Segment } from '../../../text-index/engine/index.ts'
import { FEW } from '../../../text-index/loaded-texts.ts'
import { comparedPages } from '../../../text-index/pages.ts'
import type { SearchedTexts } from '../../../text-index/text-source.ts'
import { findMatches, type MatchRow } from './matches.ts'

/** Entries are read this many at a time: about 10 ms of the event loop. */
const PAGE = 2_000

/** The source texts of one memory in one language, by their versions. */
export const entryTexts = (memoryId: number, localeId: number): SearchedTexts<MatchRow> => ({
  name: `memory ${memoryId} ${localeId}`,
  async measure(db) {
    // Of many the lengths are not summed up each time: that would read all of them.
    const counted = await db.row<{ texts: number; characters: number | null }>(sql`
      select l.entries as texts, case when l.entries <= ${FEW} then (
        select sum(match_length) from memory_entries where memory_id = ${memoryId} and locale_id = ${localeId}
      ) end as characters
      from memory_locales l where l.memory_id = ${memoryId} and l.locale_id = ${localeId}`)
    if (!counted) return { texts: 0 }
    const { texts, characters } = counted
    return characters === null ? { texts } : { texts, characters }
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
    comparedPages(
      (page) => db.rows(page),
      (after) => {
        const { shortest, longest } = admissible()
        return sql`
          select id, source_text as "sourceText", version as position
          from memory_entries
          where memory_id = ${memoryId} and locale_id = ${localeId} and version > ${after}
            and match_length between ${shortest} and ${longest}
          order by version`
      },
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
