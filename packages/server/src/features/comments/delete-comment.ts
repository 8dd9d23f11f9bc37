import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { assertHolds } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { findValue } from '../translations/index.ts'

/** Authors take back what they said; what others said is removed by those who manage the project. */
export const deleteComment = implement(contract.deleteComment, ({ db }, { access, params }) =>
  transaction(db, async (tx) => {
    const { id } = await findValue(tx, access, params.translationId)
    const comment = await tx.row<{ authorId: number }>(sql`
      select author_id as "authorId" from comments where id = ${params.commentId} and translation_id = ${id} for update`)
    if (!comment) throw fault('commentNotFound')
    if (comment.authorId !== access.userId) assertHolds(access, 'project.manage')
    await tx.run(sql`delete from comments where id = ${params.commentId}`)
  }),
)
