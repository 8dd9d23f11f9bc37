import { contract } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import { containing, hasTrigram } from '../../db/substring.ts'
import type { OrganizationAccess } from '../../http/access.ts'
import { implement } from '../../implement.ts'
import { findTerms, glossaryOf, presentTerm, type TermRow } from './term.ts'

/** Where a page ended: the term as it is sorted, and the id. */
type Position = [string, number]

export const listTerms = implement(contract.listTerms, async ({ db, cursors }, { access, query }) => {
  const { limit = 50, search, termType } = query
  const boundTo = ['listTerms', access.organizationId, { search: search || null, termType }]
  const position = query.cursor === undefined ? undefined : cursors.read<Position>(boundTo, query.cursor)
  const page = {
    after: position ? sql`and (t.folded_term, t.id) > (folded(${position[0]}), ${position[1]}::bigint)` : nothing,
    ofType: termType ? sql`and t.term_type = ${termType}` : nothing,
    limit: limit + 1,
  }
  const found = await (search ? findBySearch(db, access, page, search) : selectTerms(db, access, page))
  const { rows, next } = cursors.page(boundTo, found, limit, ({ term, id }): Position => [term, id])
  return { terms: rows.map(presentTerm), ...next }
})

interface Page {
  after: Sql
  ofType: Sql
  limit: number
}

const ORDER = sql`order by t.folded_term, t.id`

/** Of all terms behind the position, or of the first so many of them. */
function selectTerms(
  db: Handle,
  { organizationId, localeCodes }: OrganizationAccess,
  { after, ofType, limit }: Page,
  only: Sql = nothing,
  steps?: number,
): Promise<TermRow[]> {
  const walked = sql`(select * from terms t where t.glossary_id = ${glossaryOf(organizationId)} ${after} ${ORDER} limit ${steps})`
  const rest = sql`${after} ${ofType} ${only} ${ORDER} limit ${limit}`
  return steps === undefined
    ? findTerms(db, organizationId, localeCodes, rest)
    : findTerms(db, organizationId, localeCodes, rest, walked)
}

/** How many terms are walked along before the search asks the trigram indexes, and how many when it cannot. */
const WALKS_BEFORE_INDEX = [200]
const WALKS_ALONE = [500, 5_000]

/**
 * What is common fills a page after a short walk along the list; what is rare is found through the indexes. In a
 * glossary of 100,000 terms the walk alone took 500 ms for a word that is not there.
 */
async function findBySearch(db: Handle, access: OrganizationAccess, page: Page, search: string): Promise<TermRow[]> {
  const pattern = containing(search)
  const isIndexed = hasTrigram(search)
  const step = stepContains(pattern, access)
  for (const steps of isIndexed ? WALKS_BEFORE_INDEX : WALKS_ALONE) {
    const walked = await selectTerms(db, access, page, step, steps)
    if (walked.length === page.limit) return walked
  }
  return selectTerms(db, access, page, isIndexed ? isAmong(pattern, access) : step)
}

/** In the term itself, or in a translation the caller may see; looked at term by term. */
const stepContains = (pattern: string, { localeCodes }: OrganizationAccess) => sql`
  and (t.folded_term like folded(${pattern}) or (
    select coalesce(bool_or(folded(s.text) like folded(${pattern})), false)
    from term_translations s join locales sl on sl.id = s.locale_id
    where s.term_id = t.id and (${localeCodes}::text[] is null or sl.code = any(${localeCodes}::text[]))))`

/** The same, with all that contain it gathered first. */
const isAmong = (pattern: string, { organizationId, localeCodes }: OrganizationAccess) => sql`
  and t.id in (
    select s.id from terms s
    where s.glossary_id = ${glossaryOf(organizationId)} and s.folded_term like folded(${pattern})
    union
    select s.term_id from term_translations s join locales sl on sl.id = s.locale_id
    where s.glossary_id = ${glossaryOf(organizationId)} and folded(s.text) like folded(${pattern})
      and (${localeCodes}::text[] is null or sl.code = any(${localeCodes}::text[])))`
