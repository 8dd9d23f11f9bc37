import { contract } from '@parlance/contract'
import type { Handle } from '../../../db/pool.ts'
import { nothing, type Sql, sql } from '../../../db/sql.ts'
import { containing, hasTrigram } from '../../../db/substring.ts'
import { implement } from '../../../implement.ts'
import { allowedLocales } from '../../organizations/index.ts'
import { casePattern } from './case-pattern.ts'
import { type EntryRow, findEntries, presentEntry } from './entry.ts'
import { visibleEntries } from './visible-entries.ts'

/** Entries that are looked at in their order before the index is asked: enough for a page of what is frequent. */
const WALKED = 5_000

export const listMemoryEntries = implement(
  contract.listMemoryEntries,
  async ({ db, cursors }, { access, params, query }) => {
    const { limit = 50, targetLocaleId, sourceProjectId, search } = query
    if (targetLocaleId !== undefined) await allowedLocales(db, access, [targetLocaleId])
    const boundTo = ['listMemoryEntries', params.tmId, { targetLocaleId, sourceProjectId, search }]
    const [after = 0] = cursors.readIssued<[number]>(boundTo, query.cursor) ?? []
    const wanted: Wanted = {
      tmId: params.tmId,
      after,
      count: limit + 1,
      only: sql`e.memory_id = ${params.tmId} ${visibleEntries(access)}
        ${targetLocaleId === undefined ? nothing : sql`and e.locale_id = ${targetLocaleId}`}
        ${sourceProjectId === undefined ? nothing : sql`and e.source_project_id = ${sourceProjectId}`}`,
    }
    const found = await (search === undefined ? select(db, wanted, nothing) : findContaining(db, wanted, search))
    const { rows, next } = cursors.page(boundTo, found, limit, ({ id }) => [id])
    return { entries: rows.map(presentEntry), ...next }
  },
)

interface Wanted {
  tmId: number
  after: number
  count: number
  /** Which entries `e`. */
  only: Sql
}

const select = (db: Handle, { only, after, count }: Wanted, more: Sql): Promise<EntryRow[]> =>
  findEntries(db, sql`${only} and e.id > ${after} ${more} order by e.id limit ${count}`)

/**
 * What is frequent is found soonest by walking the list, what is rare by its trigrams. A search without a run of three
 * letters has none, and walks to the end, past most entries by a pattern: a million take 1 s so, and 4.6 s by taking
 * off the case of each.
 */
async function findContaining(db: Handle, wanted: Wanted, search: string): Promise<EntryRow[]> {
  const contains = sql`and (position(folded(${search}) in folded(e.source_text)) > 0
                            or position(folded(${search}) in folded(e.target_text)) > 0)`
  if (!hasTrigram(search)) {
    const found = casePattern(search)
    const first = found === undefined ? nothing : sql`and (e.source_text ~ ${found} or e.target_text ~ ${found})`
    return select(db, wanted, sql`${first} ${contains}`)
  }
  const found: EntryRow[] = []
  for (let { after, count } = wanted; ; ) {
    const end = await endOfWalk(db, wanted.tmId, after)
    const walked = await select(db, { ...wanted, after, count }, sql`${contains} and e.id <= ${end.id}`)
    found.push(...walked)
    count -= walked.length
    if (count === 0 || end.isLast) return found
    after = end.id
    // With a third of a page in each walk, a million entries have so many that gathering them takes longer than walking on.
    if (walked.length < wanted.count / 3)
      return [...found, ...(await findByTrigrams(db, { ...wanted, after, count }, search, contains))]
  }
}

/** An array, so that the matches are gathered first: the planner would rather walk the list in the hope of a full page. */
function findByTrigrams(db: Handle, wanted: Wanted, search: string, contains: Sql): Promise<EntryRow[]> {
  const pattern = containing(search)
  // What has a space can be found where both texts meet. Looked for again, each match takes twice as long.
  const inOneText = search.includes(' ') ? contains : nothing
  return select(
    db,
    wanted,
    sql`and e.id = any(array(
          select e.id from memory_entries e
          where ${wanted.only} and e.id > ${wanted.after}
            and folded(e.source_text || ' ' || e.target_text) like folded(${pattern}) ${inOneText}))`,
  )
}

/** The last entry of the next walk, and whether there are none after it. */
async function endOfWalk(db: Handle, tmId: number, after: number): Promise<{ id: number; isLast: boolean }> {
  const end = await db.one<{ id: number | null; entries: number }>(sql`
    select max(w.id) as id, count(*) as entries from (
      select id from memory_entries where memory_id = ${tmId} and id > ${after} order by id limit ${WALKED}) w`)
  return { id: end.id ?? after, isLast: end.entries < WALKED }
}
