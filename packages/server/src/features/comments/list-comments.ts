import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { findValue } from '../translations/index.ts'
import { type CommentRow, presentComment } from './comment.ts'

export const listComments = implement(contract.listComments, async ({ db }, { access, params }) => {
  const { id } = await findValue(db, access, params.translationId)
  const comments = await db.rows<CommentRow>(sql`
    select c.id, c.translation_id as "translationId", c.text, c.author_id as "authorId", u.name as "authorName",
           c.created_at as "createdAt"
    from comments c join users u on u.id = c.author_id
    where c.translation_id = ${id}
    order by c.id`)
  return { comments: comments.map(presentComment) }
})
