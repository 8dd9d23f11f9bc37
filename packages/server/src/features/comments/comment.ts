import type { Change } from '../../changes/change.ts'
import type { Handle } from '../../db/pool.ts'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'

export interface CommentRow {
  id: number
  keyId: number
  locale: string | null
  translationId: number | null
  text: string
  mentions: number[]
  authorId: number
  authorName: string
  isResolved: boolean
  resolvedBy: number | null
  createdAt: Date
}

/** Reads comments `c`: the table, or those that a statement has just written. */
export const selectComments = (comments: Sql) => sql`
  select c.id, c.key_id as "keyId", l.code as locale, t.id as "translationId", c.text,
         array_to_json(c.mentions) as mentions, c.author_id as "authorId", u.name as "authorName",
         c.is_resolved as "isResolved", c.resolved_by as "resolvedBy", c.created_at as "createdAt"
  from ${comments} c
  join users u on u.id = c.author_id
  left join locales l on l.id = c.locale_id
  left join translations t on t.key_id = c.key_id and t.locale_id = c.locale_id`

/**
 * Of comments `c` in languages `l`: those in none, and those in the languages of the project that somebody may see. What
 * was said in a language that is taken off the project waits for it to come back, as its values do.
 */
export const isVisibleTo = ({ projectId, localeCodes }: ProjectAccess) => sql`(c.locale_id is null or exists (
  select 1 from project_locales pl where pl.project_id = ${projectId} and pl.locale_id = c.locale_id)
  ${localeCodes ? sql`and l.code = any(${localeCodes}::text[])` : nothing})`

/** A comment on a living key of the project; the caller has looked for the key. */
export async function findComment(db: Handle, access: ProjectAccess, keyId: number, id: number): Promise<CommentRow> {
  const comment = await db.row<CommentRow>(sql`
    ${selectComments(sql`comments`)} where c.id = ${id} and c.key_id = ${keyId} and ${isVisibleTo(access)}`)
  if (!comment) throw fault('commentNotFound')
  return comment
}

export const presentComment = ({ createdAt, ...comment }: CommentRow) => ({
  ...comment,
  createdAt: createdAt.toISOString(),
})

interface KeyNames {
  key: string
  namespace: string
}

/** With all that is known of the comment: streams tell it whole, without looking it up for their readers. */
export function commentChange(
  event: 'comment.created' | 'comment.updated',
  { key, namespace }: KeyNames,
  comment: CommentRow,
): Change {
  const { id: commentId, keyId, locale, translationId, ...after } = presentComment(comment)
  return {
    event,
    keyId,
    key,
    namespace,
    ...(locale === null ? {} : { locale }),
    ...(translationId === null ? {} : { translationId }),
    after: { commentId, ...after },
  }
}
