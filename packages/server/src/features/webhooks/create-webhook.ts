import { randomBytes } from 'node:crypto'
import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { implement } from '../../implement.ts'
import { newWebhookSecret } from './sending/signature.ts'
import { assertAllowedUrl, findWebhook, presentWebhook } from './webhook.ts'

export const createWebhook = implement(
  contract.createWebhook,
  async ({ db, config, secrets }, { access, body, now }) => {
    await assertAllowedUrl(body.url, config)
    const secret = newWebhookSecret()
    const created = await db.one<{ id: number }>(sql`
    insert into webhooks (uuid, project_id, name, url, events, is_active, secret, created_by, created_at, updated_at)
    values (${`wh_${randomBytes(16).toString('hex')}`}, ${access.projectId}, ${body.name}, ${body.url},
            ${[...new Set(body.events)]}, ${body.isActive ?? true}, ${secrets.seal(secret)}, ${access.userId}, ${now},
            ${now})
    returning id`)
    return { ...presentWebhook(await findWebhook(db, access.projectId, created.id), access), secret }
  },
)
