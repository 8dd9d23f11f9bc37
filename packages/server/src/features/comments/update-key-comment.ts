import { contract } from '@parlance/contract'
import { record } from '../../changes/record.ts'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { implement } from '../../implement.ts'
import { type CommentRow, commentChange, presentComment } from './comment.ts'
import { lockComment } from './lock-comment.ts'

export const updateKeyComment = implement(contract.updateKeyComment, ({ db }, { access, params, body }) =>
  transaction(db, async (tx) => {
    const { key, comment: before } = await lockComment(tx, access, params.keyId, params.commentId)
    const { isResolved } = body
    if (isResolved === before.isResolved) return asSeenBy(access, before)
    const resolvedBy = isResolved ? access.userId : null
    await tx.run(sql`
      update comments set is_resolved = ${isResolved}, resolved_by = ${resolvedBy} where id = ${before.id}`)
    const comment = { ...before, isResolved, resolvedBy }
    const change = commentChange('comment.updated', key, comment)
    record(tx, access.by, [{ ...change, before: { isResolved: before.isResolved, resolvedBy: before.resolvedBy } }])
    return asSeenBy(access, comment)
  }),
)

/** An API key may resolve comments without the right to read them. */
const asSeenBy = ({ permissions }: ProjectAccess, comment: CommentRow) => ({
  ...presentComment(comment),
  text: permissions.has('translation.view') ? comment.text : null,
})
