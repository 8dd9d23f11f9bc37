import { contract } from '@parlance/contract'
import { nothing, sql } from '../../db/sql.ts'
import { implement } from '../../http/implement.ts'
import { type Allowed, findTerms, presentTerm } from './term.ts'

/** Where a page ended: the term as it is sorted, and the id. */
type Position = [string, number]

export const listTerms = implement(contract.listTerms, async ({ db, cursors }, { access, query }) => {
  const { limit = 50, search, termType } = query
  const { organizationId, localeCodes } = access
  const boundTo = ['listTerms', organizationId]
  const after = query.cursor === undefined ? undefined : cursors.read<Position>(boundTo, query.cursor)
  const found = await findTerms(
    db,
    organizationId,
    localeCodes,
    sql`${termType ? sql`and t.term_type = ${termType}` : nothing}
        ${search ? contains(search, localeCodes) : nothing}
        ${after ? sql`and (t.folded_term, t.id) > (folded(${after[0]}), ${after[1]}::bigint)` : nothing}
        order by t.folded_term, t.id
        limit ${limit + 1}`,
  )
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const hasMore = found.length > limit
  return {
    terms: page.map(presentTerm),
    nextCursor: hasMore && last ? cursors.issue(boundTo, [last.term, last.id]) : null,
    hasMore,
  }
})

/** In the term itself, or in a translation the caller may see. */
function contains(search: string, allowed: Allowed) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`and (t.folded_term like folded(${pattern}) or (
    select coalesce(bool_or(folded(s.text) like folded(${pattern})), false)
    from term_translations s join locales sl on sl.id = s.locale_id
    where s.term_id = t.id and (${allowed}::text[] is null or sl.code = any(${allowed}::text[]))))`
}
