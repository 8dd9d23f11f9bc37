import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { findWebhooks, presentWebhook } from './webhook.ts'

export const listWebhooks = implement(contract.listWebhooks, async ({ db }, { access }) => {
  const webhooks = await findWebhooks(db, access.projectId)
  return webhooks.map((webhook) => presentWebhook(webhook, access))
})
