import { contract } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { fault, wrongField } from '../../http/errors.ts'
import { type Call, implement } from '../../implement.ts'
import { cancelJobsOf } from '../../jobs/cancel.ts'
import { announceClosing } from '../../publication-switch.ts'
import { deedOf, recordEntries } from '../audit/index.ts'
import { lockMembersFor } from './managers.ts'

type Closing = Call<typeof contract.deleteOrganization>

/**
 * Without members there is nobody whom its routes, API keys, streams and webhooks could serve, and nobody comes in without
 * an invitation. When it is answered, its published files are no longer served either. What it held is removed later
 * (sweep.ts).
 */
export const deleteOrganization = implement(
  contract.deleteOrganization,
  async ({ db, log, streams }, call) => {
    const { organizationId, userId } = call.access
    await assertNamed(db, call)
    await announceClosing(db, organizationId)
    await transaction(db, (tx) => close(tx, call))
    await streams.recheckEverywhere()
    // Those who read the audit log of the organization are gone with it.
    log.info({ organizationId, name: call.body.name, userId, address: call.request.ip }, 'an organization was closed')
  },
  async (_services, { role }) => assertOwns(role),
)

function assertOwns(role: string): void {
  if (role !== 'owner') throw fault('ownerOnly')
}

async function assertNamed(db: Handle, { access, body }: Closing): Promise<void> {
  const named = await db.row(sql`
    select 1 from organizations where id = ${access.organizationId} and name = ${body.name} and deleted_at is null`)
  if (!named) throw wrongField('name', '`name` must be the name of the organization, exactly as it is.')
}

/**
 * Members go before projects: whoever makes an API key or a webhook holds a membership, and then asks for the project.
 * Those are waited for, and what they made ends here, too.
 */
async function close(tx: Transaction, call: Closing): Promise<void> {
  const { access, body, now } = call
  const { organizationId } = access
  await cancelJobsOf(tx, organizationId, now)
  assertOwns((await lockMembersFor(tx, access)).role)
  await assertNamed(tx, call)
  const members = await tx.run(sql`delete from memberships where organization_id = ${organizationId}`)
  await tx.run(sql`delete from invitations where organization_id = ${organizationId}`)
  const projects = await tx.run(sql`
    update projects set deleted_at = ${now} where organization_id = ${organizationId} and deleted_at is null`)
  await tx.run(sql`update organizations set deleted_at = ${now}, updated_at = ${now} where id = ${organizationId}`)
  const subject = { type: 'organization' as const, id: organizationId, name: body.name }
  const entry = { event: 'organization.closed' as const, subject, details: { members, projects } }
  await recordEntries(tx, deedOf(call), [entry])
}
