import { randomBytes } from 'node:crypto'
import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { implement } from '../../implement.ts'
import { deedOf, recordEntries } from '../audit/index.ts'
import { holdMembership } from '../organizations/index.ts'
import { assertRoomInProject } from '../projects/index.ts'
import { entryOf, redacted } from './audited.ts'
import { newWebhookSecret } from './sending/signature.ts'
import { assertAllowedUrl, findWebhook, presentWebhook, seesValues } from './webhook.ts'

export const createWebhook = implement(contract.createWebhook, async ({ db, config, secrets }, call) => {
  const { access, body, now } = call
  await assertAllowedUrl(body.url, config)
  const { projectId, userId } = access
  return transaction(db, async (tx) => {
    await holdMembership(tx, access)
    const living = sql`webhooks where project_id = ${projectId} and deleted_at is null`
    await assertRoomInProject(tx, config.quotas, projectId, { metric: 'webhooks', living })
    const secret = newWebhookSecret()
    const created = await tx.one<{ id: number }>(sql`
        insert into webhooks (uuid, project_id, name, url, events, is_active, signature, secret, created_by, sees_values,
                              created_at, updated_at)
        values (${`wh_${randomBytes(16).toString('hex')}`}, ${projectId}, ${body.name}, ${body.url},
                ${[...new Set(body.events)]}, ${body.isActive ?? true}, ${body.signature ?? 'tms'}, ${secrets.seal(secret)},
                ${userId}, ${seesValues(access)}, ${now}, ${now})
        returning id`)
    const webhook = await findWebhook(tx, projectId, created.id)
    const { url, events, isActive, signature } = webhook
    const entry = entryOf('webhook.created', webhook, redacted({ url, events, isActive, signature }))
    await recordEntries(tx, deedOf(call), [entry])
    return { ...presentWebhook(webhook, access), secret }
  })
})
