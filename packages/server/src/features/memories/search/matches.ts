import type { Handle } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { entriesOfHash } from '../entries/entry.ts'

/** An entry with all that a match tells and its place depends on. */
export interface MatchRow {
  id: number
  memoryId: number
  sourceText: string
  targetText: string
  targetLocaleId: number
  contextKey: string | null
  sourceProjectName: string | null
  authorName: string | null
  usageCount: number
  createdAt: Date
}

/** The columns of a `MatchRow`, of an entry `e`. */
const columns = sql`
  e.id, e.memory_id as "memoryId", e.source_text as "sourceText", e.target_text as "targetText",
  e.locale_id as "targetLocaleId", e.context_key as "contextKey",
  (select p.name from projects p where p.id = e.source_project_id) as "sourceProjectName",
  coalesce((select u.name from users u where u.id = e.author_id), e.author_name) as "authorName",
  e.usage_count as "usageCount", e.created_at as "createdAt"`

export interface Equal {
  /** In the form in which texts are compared. */
  text: string
  localeId: number
  contextKey: string | undefined
  maxResults: number
}

/** The entries of a memory with the same text, as many as a result can hold, those of the same context first. */
export const equalEntries = (memoryId: Sql, { text, localeId, contextKey, maxResults }: Equal): Sql => sql`
  select ${columns}
  from (${entriesOfHash(memoryId, localeId, sql`text_hash(${text}::text)`)}) e
  order by coalesce(e.context_key = ${contextKey ?? null}::text, false) desc, e.usage_count desc,
           e.created_at desc, e.id desc
  limit ${maxResults}`

// The arrays come out of a select, so that PostgreSQL cannot count them: else it plans anew each time, half of what this takes.
export const findMatches = async (db: Handle, found: readonly { id: number; memoryId: number }[]) =>
  found.length === 0
    ? []
    : db.rows<MatchRow>(sql`
        select ${columns}
        from unnest(
          (select ${found.map(({ memoryId }) => memoryId)}::bigint[]),
          (select ${found.map(({ id }) => id)}::bigint[])
        ) as f (memory_id, id)
        join memory_entries e on e.memory_id = f.memory_id and e.id = f.id`)
