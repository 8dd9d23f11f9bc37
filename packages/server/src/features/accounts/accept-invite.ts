import { contract } from '@parlance/contract'
import { transaction } from '../../db/transaction.ts'
import type { UserAccess } from '../../http/access.ts'
import { sourceOf } from '../../http/address.ts'
import { fault } from '../../http/errors.ts'
import { hashSecret } from '../../http/secrets.ts'
import { type Call, implement } from '../../implement.ts'
import type { Services } from '../../services.ts'
import { findInvitation, type Invitation, lockMembers, redeemInvitation } from '../organizations/index.ts'
import { insertInvited } from './invited.ts'
import { hashPassword } from './password.ts'
import { assertPasswordsCount } from './passwords-off.ts'
import { presentSession, startSession, userOf } from './session.ts'
import { assertToken } from './token-throttle.ts'

type Accepting = Call<typeof contract.acceptInvite>

interface Newcomer {
  name: string
  password: string
}

/**
 * The inviter has the token too, so it proves nothing about an account that exists: only somebody who is signed in with
 * it accepts for it. Where there is none, the token and a password make one.
 */
export const acceptInvite = implement(contract.acceptInvite, async (services, call) => {
  const { access, body, now } = call
  const newcomer = access ? undefined : newcomerOf(body)
  const tokenHash = hashSecret(body.token)
  const { db, config } = services
  const invitation = await assertToken(db, call, () =>
    findInvitation(db, config, tokenHash, access?.userId ?? null, now),
  )
  if (newcomer) return acceptAnew(services, call, newcomer, invitation, tokenHash)
  if (!access || !invitation.isTheirs) throw fault('invitedSomebodyElse')
  return acceptAs(services, access, invitation, tokenHash, call)
})

/** Somebody who is not signed in must say who they are. */
function newcomerOf({ name, password }: Accepting['body']): Newcomer {
  if (name !== undefined && password !== undefined) return { name, password }
  const field = name === undefined ? 'name' : 'password'
  throw fault(
    'fieldRequired',
    { field },
    `\`${field}\` is missing: without a session, \`name\` and \`password\` make the account.`,
  )
}

/** Whether it is vouched for is asked under the lock: who removes the inviter has done so before, or waits. */
async function acceptAs(
  { db, config }: Services,
  { session, userId }: UserAccess,
  invitation: Invitation,
  tokenHash: Buffer,
  call: Accepting,
) {
  await transaction(db, async (tx) => {
    await lockMembers(tx, invitation.organizationId)
    const found = await findInvitation(tx, config, tokenHash, userId, call.now)
    if (!found) throw fault('notFound')
    if (!found.isVouchedFor) throw fault('inviterMayNot')
    await redeemInvitation(tx, invitation, tokenHash, userId, call)
  })
  return presentSession(db, userOf(session), session.token)
}

/** What the invitation allows is asked twice: before the costly hash, and again under the lock. */
async function acceptAnew(
  services: Services,
  call: Accepting,
  { name, password }: Newcomer,
  invitation: Invitation,
  tokenHash: Buffer,
) {
  const { db, config } = services
  const { now, request } = call
  assertPasswordsCount(config)
  assertCreates(invitation)
  const passwordHash = await hashPassword({ source: sourceOf(request), isKnown: false }, password)
  const user = await transaction(db, async (tx) => {
    await lockMembers(tx, invitation.organizationId)
    const found = await findInvitation(tx, config, tokenHash, null, now)
    if (!found) throw fault('notFound')
    assertCreates(found)
    const created = await insertInvited(tx, found, { name, passwordHash }, now)
    await redeemInvitation(tx, found, tokenHash, created.id, call)
    return created
  })
  return startSession(services, call, user, passwordHash)
}

/** The inviter first: an invitation that lets nobody in must not tell who has an account. */
function assertCreates({ hasAccount, mayCreateAccount }: Invitation): void {
  if (!mayCreateAccount) throw fault('inviterMayNot')
  if (hasAccount) throw fault('accountExists')
}
