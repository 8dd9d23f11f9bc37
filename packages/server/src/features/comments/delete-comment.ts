import { contract } from '@parlance/contract'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { findValue } from '../translations/index.ts'
import { findComment } from './comment.ts'
import { removeComment } from './remove-comment.ts'

export const deleteComment = implement(contract.deleteComment, ({ db }, { access, params }) =>
  transaction(db, async (tx) => {
    const { keyId, locale } = await findValue(tx, access, params.translationId)
    const comment = await findComment(tx, access, keyId, params.commentId)
    if (comment.locale !== locale) throw fault('commentNotFound')
    await removeComment(tx, access, comment)
  }),
)
