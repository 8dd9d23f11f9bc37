import { contract } from '@parlance/contract'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../implement.ts'
import { lockValue } from '../translations/index.ts'
import { insertComment } from './insert-comment.ts'

export const createComment = implement(contract.createComment, ({ db, config }, { access, params, body }) =>
  transaction(db, async (tx) => {
    const value = await lockValue(tx, access, params.translationId)
    return insertComment(tx, access, config.quotas, value, { text: body.text, mentions: [] })
  }),
)
