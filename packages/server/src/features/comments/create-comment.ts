import { contract } from '@parlance/contract'
import { record } from '../../changes/record.ts'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { assertRoomFor } from '../../http/quota.ts'
import { implement } from '../../implement.ts'
import type { Quotas } from '../../quotas.ts'
import { lockValue } from '../translations/index.ts'
import { type CommentRow, presentComment } from './comment.ts'

export const createComment = implement(contract.createComment, ({ db, config }, { access, params, body, now }) =>
  transaction(db, async (tx) => {
    const { by, userId } = access
    const { id: translationId, keyId, key, namespace, locale } = await lockValue(tx, access, params.translationId)
    await assertRoomOnKey(tx, access, config.quotas, keyId)
    const comment = await tx.one<CommentRow>(sql`
      with comment as (
        insert into comments (translation_id, text, author_id, created_at)
        values (${translationId}, ${body.text}, ${userId}, ${now})
        returning *
      )
      select c.id, c.translation_id as "translationId", c.text, c.author_id as "authorId", u.name as "authorName",
             c.created_at as "createdAt"
      from comment c join users u on u.id = c.author_id`)
    const after = { commentId: comment.id, text: comment.text, authorId: userId }
    record(tx, by, [{ event: 'comment.created', keyId, key, namespace, locale, translationId, after }])
    return presentComment(comment)
  }),
)

/**
 * The caller holds the key's lock, so those who comment at the same time are counted one after the other. There may be more
 * than the limit where that was larger before; how many more is for those who may see all of them.
 */
async function assertRoomOnKey(tx: Transaction, { localeCodes }: ProjectAccess, quotas: Quotas, keyId: number) {
  const { current } = await tx.one<{ current: number }>(sql`
    select count(*) as current from comments c join translations t on t.id = c.translation_id
    where t.key_id = ${keyId}`)
  assertRoomFor(quotas, 'comments', localeCodes === null ? current : Math.min(current, quotas.comments))
}
