import { contract } from '@parlance/contract'
import { recordFrom } from '../../changes/record.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { implement } from '../../implement.ts'
import { tellIssues } from '../../streams/issue-news.ts'
import { takeTurnOfMany } from '../projects/index.ts'
import { countOpenBeside, errorsAmong, lockIssues, type Scope, waitForChecks } from './judged-issues.ts'
import { ignoringKeys, ignoringValues } from './write-ignores.ts'

/** One that may not be ignored does not spoil the others: it is told, and the rest is done. */
export const ignoreIssues = implement(contract.ignoreIssues, async ({ db }, { access, body }) => {
  const { reason, scope } = body
  const ids = [...new Set(body.ids)]
  const { failures, counts } = await transaction(db, async (tx) => {
    if (ids.length > 1) await takeTurnOfMany(tx, access.projectId)
    if (scope === 'key') await waitForChecks(tx, access)
    const failures = await failuresOf(tx, access, ids, scope)
    const chosen = ids.filter((id) => !failures.has(id))
    const facts = (scope === 'value' ? ignoringValues : ignoringKeys)(access.by, chosen, reason)
    const { changes } = await recordFrom(tx, access.by, facts)
    return { failures, counts: changes ? await countOpenBeside(tx, access, chosen, scope) : [] }
  })
  await tellIssues(db, access.projectId, counts)
  return {
    ignored: ids.length - failures.size,
    failed: Array.from(failures, ([id, message]) => ({ id, message })),
  }
})

/** Why some of these findings may not be ignored, by their ids and in their order. */
async function failuresOf(
  tx: Transaction,
  access: ProjectAccess,
  ids: readonly string[],
  scope: Scope,
): Promise<Map<string, string>> {
  const found = await lockIssues(tx, access, ids)
  const errors = access.permissions.has('translation.review') ? [] : await errorsAmong(tx, access, found, scope)
  const known = new Set(found.map(({ id }) => id))
  const reserved = new Set(errors.map(({ id }) => id))
  const messageFor = (id: string) => {
    if (!known.has(id)) return 'Issue not found'
    if (reserved.has(id)) return 'Errors are ignored by those who hold translation.review'
    if (scope === 'key' && access.localeCodes)
      return 'Members restricted to some languages cannot ignore it in all of them'
    return undefined
  }
  return new Map(
    ids.flatMap((id) => {
      const message = messageFor(id)
      return message ? [[id, message] as const] : []
    }),
  )
}
