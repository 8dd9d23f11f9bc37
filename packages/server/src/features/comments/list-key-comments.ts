import { contract } from '@parlance/contract'
import { nothing, sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { type CommentRow, inUse, presentComment, selectComments } from './comment.ts'

export const listKeyComments = implement(contract.listKeyComments, async ({ db }, { access, params }) => {
  const { projectId, localeCodes } = access
  const key = await db.row(sql`
    select 1 from keys where id = ${params.keyId} and project_id = ${projectId} and deleted_at is null`)
  if (!key) throw fault('keyNotFound')
  const comments = await db.rows<CommentRow>(sql`
    ${selectComments(sql`comments`)}
    where c.key_id = ${params.keyId} and ${inUse(projectId)}
      ${localeCodes ? sql`and (c.locale_id is null or l.code = any(${localeCodes}::text[]))` : nothing}
    order by c.id`)
  return { comments: comments.map(presentComment) }
})
