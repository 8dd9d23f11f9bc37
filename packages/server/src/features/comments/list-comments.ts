import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { findValue } from '../translations/index.ts'
import { type CommentRow, presentComment, selectComments } from './comment.ts'

export const listComments = implement(contract.listComments, async ({ db }, { access, params }) => {
  const { keyId, localeId } = await findValue(db, access, params.translationId)
  const comments = await db.rows<CommentRow>(sql`
    ${selectComments(sql`comments`)}
    where c.key_id = ${keyId} and c.locale_id = ${localeId}
    order by c.id`)
  return { comments: comments.map(presentComment) }
})
