import { record } from '../../changes/record.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { assertRoomFor } from '../../http/quota.ts'
import type { Quotas } from '../../quotas.ts'
import { type CommentRow, commentChange, presentComment, selectComments } from './comment.ts'

/** A key, in one of its languages or in none. */
interface Subject {
  keyId: number
  key: string
  namespace: string
  localeId: number | null
}

interface Said {
  text: string
  mentions: readonly number[]
}

/** Says something about a key whose lock the caller holds. */
export async function insertComment(
  tx: Transaction,
  access: ProjectAccess,
  quotas: Quotas,
  subject: Subject,
  { text, mentions }: Said,
) {
  const { keyId, localeId } = subject
  const mentioned = [...new Set(mentions)]
  await assertMembers(tx, access, mentioned)
  await assertRoomOnKey(tx, access, quotas, keyId)
  const comment = await tx.one<CommentRow>(sql`
    with said as (
      insert into comments (key_id, locale_id, text, mentions, author_id, created_at)
      values (${keyId}, ${localeId}, ${text}, ${mentioned}::bigint[], ${access.userId}, ${access.by.at})
      returning *
    )
    ${selectComments(sql`said`)}`)
  record(tx, access.by, [commentChange('comment.created', subject, comment)])
  return presentComment(comment)
}

/**
 * Whether those who are mentioned may see the language of the comment is not asked: to tell it to the author would tell
 * them who is restricted to what. Whoever may not see it is not told of it by being mentioned, either.
 */
async function assertMembers(tx: Transaction, { organizationId }: ProjectAccess, userIds: readonly number[]) {
  if (userIds.length === 0) return
  const { members } = await tx.one<{ members: number }>(sql`
    select count(*) as members from memberships
    where organization_id = ${organizationId} and user_id = any(${userIds}::bigint[])`)
  if (members < userIds.length) throw fault('mentionsStranger')
}

/**
 * Those who comment on a key at the same time hold its lock one after the other, and so are counted. There may be more
 * than the limit where that was larger before; how many more is for those who may see all of them.
 */
async function assertRoomOnKey(tx: Transaction, { localeCodes }: ProjectAccess, quotas: Quotas, keyId: number) {
  const { current } = await tx.one<{ current: number }>(sql`
    select count(*) as current from comments where key_id = ${keyId}`)
  assertRoomFor(quotas, 'comments', localeCodes === null ? current : Math.min(current, quotas.comments))
}
