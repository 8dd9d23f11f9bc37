import { contract } from '@parlance/contract'
import { nothing, sql } from '../../db/sql.ts'
import { implement } from '../../http/implement.ts'
import { findEntries, presentEntry } from './entry.ts'
import { findAllowedLocale, visibleEntries } from './target-locale.ts'

export const listMemoryEntries = implement(
  contract.listMemoryEntries,
  async ({ db, cursors }, { access, params, query }) => {
    const { limit = 50, targetLocaleId, sourceProjectId, search } = query
    if (targetLocaleId !== undefined) await findAllowedLocale(db, access, targetLocaleId)
    const boundTo = ['listMemoryEntries', params.tmId]
    const after = cursors.readIssued<[number]>(boundTo, query.cursor)
    const found = await findEntries(
      db,
      sql`e.memory_id = ${params.tmId} ${visibleEntries(access)}
          ${after ? sql`and e.id > ${after[0]}` : nothing}
          ${targetLocaleId === undefined ? nothing : sql`and e.locale_id = ${targetLocaleId}`}
          ${sourceProjectId === undefined ? nothing : sql`and e.source_project_id = ${sourceProjectId}`}
          ${search === undefined ? nothing : containing(search)}
          order by e.id limit ${limit + 1}`,
    )
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const hasMore = found.length > limit
    return {
      entries: page.map(presentEntry),
      nextCursor: hasMore && last ? cursors.issue(boundTo, [last.id]) : null,
      hasMore,
    }
  },
)

const containing = (search: string) =>
  sql`and (position(folded(${search}) in folded(e.source_text)) > 0
           or position(folded(${search}) in folded(e.target_text)) > 0)`
