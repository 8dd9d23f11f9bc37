import { type Body, contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { deedOf, recordEntries } from '../audit/index.ts'
import { holdMembership } from '../organizations/index.ts'
import { entriesOfUpdate } from './audited.ts'
import { recordDisabled } from './record-disabled.ts'
import { assertAllowedUrl, findWebhook, presentWebhook, seesValues } from './webhook.ts'

/**
 * Whoever changes a webhook is its creator from then on, and it tells what they may see: they say where that goes. Switched
 * on again, it starts with a clean record.
 */
export const updateWebhook = implement(contract.updateWebhook, async ({ db, config }, call) => {
  const { access, params, body, now } = call
  if (access.isReadOnly && !isSwitchOff(body)) throw fault('readOnly')
  if (body.url !== undefined) await assertAllowedUrl(body.url, config)
  return transaction(db, async (tx) => {
    await holdMembership(tx, access)
    await tx.run(sql`select 1 from webhooks where id = ${params.id} for no key update`)
    const before = await findWebhook(tx, access.projectId, params.id)
    const { name = before.name, url = before.url, isActive = before.isActive, signature = before.signature } = body
    const events = body.events ? [...new Set(body.events)] : before.events
    const creator = sql`${access.userId}::bigint, ${seesValues(access)}::boolean`
    await tx.run(sql`
      update webhooks
      set name = ${name}, url = ${url}, events = ${events}, is_active = ${isActive}, signature = ${signature},
          updated_at = ${now},
          (created_by, sees_values) = row (${creator}),
          consecutive_failures = case when ${isActive} and not is_active then 0 else consecutive_failures end
      where id = ${params.id}
        and (name, url, events, is_active, signature, created_by, sees_values)
            is distinct from (${name}, ${url}, ${events}::text[], ${isActive}, ${signature}, ${creator})`)
    const after = await findWebhook(tx, access.projectId, params.id)
    if (before.isActive && !isActive) await recordDisabled(tx, access.by.actor, now, [{ ...after, reason: 'manual' }])
    await recordEntries(tx, deedOf(call), entriesOfUpdate(before, after))
    return presentWebhook(after, access)
  })
})

/** Nothing else: a webhook that does harm can be stopped at any time. */
const isSwitchOff = ({ isActive, ...others }: Body<typeof contract.updateWebhook>) =>
  isActive === false && Object.values(others).every((value) => value === undefined)
