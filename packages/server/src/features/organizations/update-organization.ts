import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { deedOf, differences, recordEntries } from '../audit/index.ts'
import { findOrganization, presentOrganization } from './organization.ts'

export const updateOrganization = implement(contract.updateOrganization, ({ db, config }, call) => {
  const { access, body, now } = call
  if (body.limits && !access.session.isInstanceAdmin) throw fault('instanceAdminOnly')
  // Another limit leads out of the read-only state; nothing else may be written in it.
  if (access.isReadOnly && !body.limits) throw fault('readOnly')
  return transaction(db, async (tx) => {
    await tx.run(sql`select 1 from organizations where id = ${access.organizationId} for no key update`)
    const before = await findOrganization(tx, access.userId, now, access.organizationId)
    const name = body.name ?? before.name
    const keyLimit = body.limits ? body.limits.keys : before.keyLimit
    await tx.run(sql`
      update organizations set name = ${name}, key_limit = ${keyLimit}, updated_at = ${now}
      where id = ${access.organizationId} and (name <> ${name} or key_limit is distinct from ${keyLimit})`)
    const changes = differences(
      { name: before.name, limits: { keys: before.keyLimit } },
      { name, limits: { keys: keyLimit } },
    )
    const subject = { type: 'organization' as const, id: access.organizationId, name }
    if (changes) await recordEntries(tx, deedOf(call), [{ event: 'organization.updated', subject, details: changes }])
    return presentOrganization(await findOrganization(tx, access.userId, now, access.organizationId), config)
  })
})
