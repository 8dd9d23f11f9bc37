import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { assertHolds, type ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import type { CommentRow } from './comment.ts'

/** Authors take back what they said; what others said is removed by those who manage the project. */
export async function removeComment(tx: Transaction, access: ProjectAccess, comment: CommentRow): Promise<void> {
  if (comment.authorId !== access.userId) assertHolds(access, 'project.manage')
  if ((await tx.run(sql`delete from comments where id = ${comment.id}`)) === 0) throw fault('commentNotFound')
}
