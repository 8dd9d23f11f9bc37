import { contract } from '@parlance/contract'
import { type Handle, isoTimes } from '../../db/pool.ts'
import { nothing, readAs, type Sql, sql } from '../../db/sql.ts'
import { rawJson } from '../../http/written-answer.ts'
import { implement } from '../../implement.ts'
import { findContexts } from '../context/index.ts'
import { keyColumns } from './key.ts'
import { keptFor, matches, matchesInAll } from './key-conditions.ts'
import { askedFor, isGathered, isSelective, type KeyFilter, resolveFilter } from './key-filter.ts'
import { afterPosition, orderOf, type Position, type SortBy } from './key-order.ts'
import { type ListedKeyRow, listedValues, writeListedKey } from './listed-key.ts'

export const listKeys = implement(contract.listKeys, async ({ db, cursors }, { access, query, now, reply }) => {
  const { limit = 50, sortBy = 'key', sortOrder = 'asc' } = query
  const boundTo = ['listKeys', access.projectId, sortBy, sortOrder, askedFor(query)]
  const after = query.cursor === undefined ? undefined : cursors.read<Position>(boundTo, query.cursor)
  const filter = await resolveFilter(db, access, query)
  const page = {
    after: afterPosition(sortBy, sortOrder, after),
    orderBy: orderOf(sortBy, sortOrder),
    values: listedValues(filter.chosen, filter.allowed, query),
  }
  const found = await findPage(db, filter, page, limit + 1)
  const { rows, next } = cursors.page(boundTo, found, limit, (last) => positionOf(last, sortBy))
  const contexts = query.includeContext
    ? await findContexts(
        db,
        rows.map(({ id }) => id),
        now,
      )
    : undefined
  const data = rows.map((key) => writeListedKey(key, contexts && { context: contexts.get(key.id) }))
  const json = `{"data":[${data.join(',')}],"pagination":${JSON.stringify(next)}}`
  return rawJson(contract.listKeys, reply, json)
})

const positionOf = (key: ListedKeyRow, sortBy: SortBy): Position =>
  sortBy === 'key' ? [key.key, key.id] : [Date.parse(key[sortBy]), key.id]

interface Page {
  after: Sql
  orderBy: Sql
  /** What is told of the values of each key. */
  values: Sql
}

/** So many keys are looked at to tell whether what is sought is common, and so many of them have it then. */
const SAMPLE = 24
const COMMON = 6
/** How many keys are walked along when it is common, and how many where no index can help. */
const WALKS_IF_COMMON = [400]
const WALKS_ALONE = [500, 5_000]
/** To read all values of a project for when they were written takes no longer than to walk along 5,000 keys for it. */
const WALKS_BEFORE_ALL_VALUES = [500]

/**
 * What is common fills a page after a short walk along the list; what is rare is found through the index. So the walk
 * comes first, but only some steps of it, and before the index only if a glance says that it may be enough: the glance
 * takes a fifth of a walk of 120 keys. The steps are counted in the statement: left to itself, the planner reads and
 * sorts all keys of the project.
 */
async function findPage(db: Handle, filter: KeyFilter, page: Page, limit: number): Promise<ListedKeyRow[]> {
  for (const steps of await walksOf(db, filter, page)) {
    const walked = await selectKeys(db, filter, page, matches(filter), limit, firstKeys(page, steps))
    if (walked.length === limit) return walked
  }
  return selectKeys(db, filter, page, matchesInAll(filter), limit)
}

async function walksOf(db: Handle, filter: KeyFilter, page: Page): Promise<readonly number[]> {
  if (!isSelective(filter)) return []
  if (!isGathered(filter)) return filter.written ? WALKS_BEFORE_ALL_VALUES : WALKS_ALONE
  const sample = sql`
    select count(*) as count from (${keysOf(filter, page, firstKeys(page, SAMPLE))}) k where true ${matches(filter)}`
  const [seen] = await db.rows<{ count: number }>(keptFor(filter, sample))
  return (seen?.count ?? 0) < COMMON ? [] : WALKS_IF_COMMON
}

const firstKeys = ({ orderBy }: Page, steps: number): Sql => sql`order by ${orderBy} limit ${steps}`

const keysOf = ({ projectId }: KeyFilter, { after }: Page, window: Sql): Sql => sql`
  select * from keys k where k.project_id = ${projectId} and k.deleted_at is null ${after} ${window}`

function selectKeys(db: Handle, filter: KeyFilter, page: Page, only: Sql, limit: number, window: Sql = nothing) {
  const keys = sql`
    select ${keyColumns}, ${page.values}
    from (${keysOf(filter, page, window)}) k
    join namespaces n on n.id = k.namespace_id
    where true ${only}
    order by ${page.orderBy}
    limit ${limit}`
  return db.rows<ListedKeyRow>(readAs(isoTimes, keptFor(filter, keys)))
}
