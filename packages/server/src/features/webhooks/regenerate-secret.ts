import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../implement.ts'
import { deedOf, recordEntries } from '../audit/index.ts'
import { holdMembership } from '../organizations/index.ts'
import { entryOf } from './audited.ts'
import { newWebhookSecret } from './sending/signature.ts'

export const regenerateSecret = implement(contract.regenerateSecret, ({ db, secrets }, call) =>
  transaction(db, async (tx) => {
    const { access, params, now } = call
    await holdMembership(tx, access)
    const secret = newWebhookSecret()
    const changed = await tx.row<{ name: string }>(sql`
      update webhooks set secret = ${secrets.seal(secret)}, updated_at = ${now} where id = ${params.id} returning name`)
    const webhook = { id: params.id, projectId: access.projectId, name: changed?.name ?? '' }
    await recordEntries(tx, deedOf(call), [entryOf('webhook.updated', webhook, { isSecretNew: true })])
    return { secret }
  }),
)
