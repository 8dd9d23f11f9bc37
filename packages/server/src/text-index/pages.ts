import { type Sql, sql } from '../db/sql.ts'

/** Reads on where the page before ended, until one is not full. */
export async function* pagesOf<Row>(
  size: number,
  read: (after: number) => Promise<Row[]>,
  positionOf: (row: Row) => number,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const page = await read(after)
    yield page
    const end = page.at(-1)
    if (!end || page.length < size) return
    after = positionOf(end)
  }
}

/** Texts that are read at once to be compared: no more, and no more after so many bytes. */
const ROWS = 1_000
const BYTES = 200_000

/** A text, where it stands, and the bytes of all on its page up to it. */
interface ComparedRow {
  id: number
  sourceText: string
  position: number
  bytes: number
}

/**
 * Pages of texts that are bearable at once, however long each text is. `rows` selects `id`, "sourceText" and `position` of
 * those after a position, in its order. How long a text is PostgreSQL knows without reading it.
 */
export async function* comparedPages(
  read: (page: Sql) => Promise<ComparedRow[]>,
  rows: (after: number) => Sql,
): AsyncGenerator<ComparedRow[]> {
  for (let [after, limit] = [0, ROWS]; ; ) {
    const page = await read(sql`
      select * from (
        select r.*, sum(octet_length(r."sourceText")) over (order by r.position) as bytes
        from (${rows(after)} limit ${limit}) r
      ) counted
      where bytes - octet_length("sourceText") < ${BYTES}
      order by position`)
    yield page
    const end = page.at(-1)
    const isCut = end !== undefined && end.bytes >= BYTES
    if (!end || (page.length < limit && !isCut)) return
    after = end.position
    // Where texts are long, most of so many would be found in vain.
    limit = isCut ? Math.min(ROWS, 2 * page.length) : ROWS
  }
}
