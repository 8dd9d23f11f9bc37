import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { UserAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import type { Person } from '../../identity-provider/person.ts'
import { type Call, implement } from '../../implement.ts'
import type { Services } from '../../services.ts'
import { beginSecondStep, handOver, insertSession, presentSession, type UserRow, userOf } from '../accounts/index.ts'
import { accountEntries, recordEntries } from '../audit/index.ts'
import { findInvitation, type Invitation, lockMembers, redeemInvitation } from '../organizations/index.ts'
import { admit } from './admit.ts'
import { assertProvider, providerOf, takeDeparture } from './departure.ts'
import { insertIdentity, useIdentity } from './identity.ts'

type Completing = Call<typeof contract.completeProviderSignIn>

export const completeProviderSignIn = implement(
  contract.completeProviderSignIn,
  async (services, call) => {
    const { access, body } = call
    const sessionId = access?.session.sessionId ?? null
    const { departure, query, secrets } = await takeDeparture(services, call, body.query, sessionId)
    const person = await providerOf(services).identify(departure.redirectUri, query, secrets)
    const { returnTo, tokenHash } = departure
    if (departure.sessionId !== null && access) {
      await transaction(services.db, (tx) => link(tx, access, person, call))
      return { ...(await presentSession(services.db, userOf(access.session), access.session.token)), returnTo }
    }
    const entered = await transaction(services.db, (tx) => enter(tx, services, call, person, tokenHash))
    if ('step' in entered) throw fault('secondFactorRequired', { ...entered.step, returnTo })
    const { user, token, joined } = entered
    const session = await handOver(services, call, user, token)
    return { ...session, returnTo: joined === undefined ? returnTo : `/organizations/${joined}` }
  },
  assertProvider,
)

/** The account of whoever is signed in, who has confirmed it with their password before they went. */
async function link(tx: Transaction, { userId, session }: UserAccess, person: Person, { request, now }: Completing) {
  const isSignedIn = await tx.row(sql`select 1 from sessions where id = ${session.sessionId} for key share`)
  if (!isSignedIn) throw fault('signInOver')
  if (!(await insertIdentity(tx, userId, person, { at: now, isUsed: false }))) {
    const own = await tx.row<{ subject: string }>(sql`
      select subject from identities where user_id = ${userId} and issuer = ${person.issuer}`)
    if (own?.subject === person.subject) return
    throw fault(own ? 'identityLinked' : 'identityTaken')
  }
  const account = sql`(select ${userId}::bigint as id)`
  await tx.run(accountEntries({ event: 'identity.linked', account, address: request.ip, at: now }))
}

interface Entered {
  user: UserRow
  token: string
  joined: number | undefined
}

/** Of an account with a second factor: it is asked for first, and nothing is accepted before that. */
interface Waiting {
  step: NonNullable<Awaited<ReturnType<typeof beginSecondStep>>>
}

/** Somebody known, or somebody new; with an invitation it is both or nothing: they accept it, or they are not signed in. */
async function enter(
  tx: Transaction,
  services: Services,
  call: Completing,
  person: Person,
  tokenHash: Buffer | null,
): Promise<Entered | Waiting> {
  const invitation = tokenHash ? await lockInvitation(tx, services, tokenHash, call.now) : undefined
  const known = await useIdentity(tx, person, call.now)
  if (known && !known.isActive) throw fault('accountDeactivated')
  const user = known ?? (await admit(tx, services, call, person, invitation))
  const token = await insertSession(tx, call, user.id, sql`true`, { way: 'provider' })
  if (token === undefined) {
    const step = await beginSecondStep(tx, user.id, null, call.now)
    if (!step) throw fault('accountDeactivated')
    return { step }
  }
  if (invitation && tokenHash) await accept(tx, services, call, user, tokenHash)
  return { user, token, joined: invitation?.organizationId }
}

/** Locked before anything of the account is: whoever removes the inviter has done so before, or waits. */
async function lockInvitation(
  tx: Transaction,
  { config }: Services,
  tokenHash: Buffer,
  now: Date,
): Promise<Invitation> {
  const found = await findInvitation(tx, config, tokenHash, null, now)
  if (found) await lockMembers(tx, found.organizationId)
  const invitation = found && (await findInvitation(tx, config, tokenHash, null, now))
  if (!invitation) throw fault('notFound')
  return invitation
}

/** The organization was not theirs when they were let in, so it is told here of that. */
async function accept(tx: Transaction, { config }: Services, call: Completing, user: UserRow, tokenHash: Buffer) {
  const { now, request } = call
  const invitation = await findInvitation(tx, config, tokenHash, user.id, now)
  if (!invitation) throw fault('notFound')
  if (!invitation.isTheirs) throw fault('invitedSomebodyElse')
  if (!invitation.isVouchedFor) throw fault('inviterMayNot')
  await redeemInvitation(tx, invitation, tokenHash, user.id, call)
  const actor = { type: 'user' as const, id: user.id }
  const subject = { type: 'user' as const, id: user.id, name: user.name }
  const deed = { organizationId: invitation.organizationId, actor, address: request.ip, at: now }
  await recordEntries(tx, deed, [{ event: 'sign_in.succeeded', subject, details: { way: 'provider' } }])
}
