import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { type CommentRow, isVisibleTo, presentComment, selectComments } from './comment.ts'

export const listKeyComments = implement(contract.listKeyComments, async ({ db }, { access, params }) => {
  const key = await db.row(sql`
    select 1 from keys where id = ${params.keyId} and project_id = ${access.projectId} and deleted_at is null`)
  if (!key) throw fault('keyNotFound')
  const comments = await db.rows<CommentRow>(sql`
    ${selectComments(sql`comments`)}
    where c.key_id = ${params.keyId} and ${isVisibleTo(access)}
    order by c.id`)
  return { comments: comments.map(presentComment) }
})
