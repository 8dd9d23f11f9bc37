import { contract } from '@parlance/contract'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../implement.ts'
import { lockComment } from './lock-comment.ts'
import { removeComment } from './remove-comment.ts'

export const deleteKeyComment = implement(contract.deleteKeyComment, ({ db }, { access, params }) =>
  transaction(db, async (tx) => {
    const { comment } = await lockComment(tx, access, params.keyId, params.commentId)
    await removeComment(tx, access, comment)
  }),
)
