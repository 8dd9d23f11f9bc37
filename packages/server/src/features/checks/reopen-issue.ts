import { contract } from '@parlance/contract'
import { recordFrom } from '../../changes/record.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { assertHolds, type ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { tellIssues } from '../../streams/issue-news.ts'
import { countOpenBeside, errorsAmong, lockIssues, type Scope } from './judged-issues.ts'
import { reopening } from './write-ignores.ts'

export const reopenIssue = implement(contract.reopenIssue, async ({ db }, { access, params }) => {
  const { issueId } = params
  const counts = await transaction(db, async (tx) => {
    const scope = await assertMayReopen(tx, access, issueId)
    await recordFrom(tx, access.by, reopening(issueId))
    return countOpenBeside(tx, access, [issueId], scope)
  })
  await tellIssues(db, access.projectId, counts)
})

/** Whoever may ignore a finding may open it again, as far as it is ignored, which is returned. */
async function assertMayReopen(tx: Transaction, access: ProjectAccess, issueId: string): Promise<Scope> {
  const [issue] = await lockIssues(tx, access, [issueId])
  const scope = issue?.ignoredFor
  if (!issue || !scope) throw fault('issueNotFound')
  const errors = await errorsAmong(tx, access, [issue], scope)
  if (errors.length > 0) assertHolds(access, 'translation.review')
  if (scope === 'key' && access.localeCodes) throw fault('restrictedToLocales')
  return scope
}
