import type { Transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { lockKey } from '../keys/index.ts'
import { findComment } from './comment.ts'

/** A comment that the caller may see, and its key, whose lock keeps both as they are until the commit. */
export async function lockComment(tx: Transaction, access: ProjectAccess, keyId: number, commentId: number) {
  const key = await lockKey(tx, access.projectId, keyId)
  const comment = await findComment(tx, access, keyId, commentId)
  return { key, comment }
}
