import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { findWebhook, presentWebhook } from './webhook.ts'

export const getWebhook = implement(contract.getWebhook, async ({ db }, { access, params }) =>
  presentWebhook(await findWebhook(db, access.projectId, params.id), access),
)
