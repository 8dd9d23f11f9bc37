import type { Entry } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { LostRace, type Transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { isAdmitted, isVouchedFor, type Person } from '../../identity-provider/person.ts'
import type { Call } from '../../implement.ts'
import type { Services } from '../../services.ts'
import { insertInvited, type UserRow, userColumns } from '../accounts/index.ts'
import { accountEntries } from '../audit/index.ts'
import { type Invitation, joinUnasked, lockMembers } from '../organizations/index.ts'
import { providerOf } from './departure.ts'
import { insertIdentity, useIdentity } from './identity.ts'

type Arriving = Pick<Call<Entry>, 'request' | 'now'>

interface Standing {
  hasAccounts: boolean
  /** Who has an account with the address. */
  ownerId: number | null
  isInvited: boolean
}

/**
 * Somebody whom the provider knows and nobody here does yet. An address alone leads to no account that is there: neither
 * does one that the provider has not verified tell whether there is one.
 */
export async function admit(
  tx: Transaction,
  services: Services,
  call: Arriving,
  person: Person,
  invitation: Invitation | undefined,
): Promise<UserRow> {
  const { config } = providerOf(services)
  const { email } = person
  const { hasAccounts, ownerId, isInvited } = await tx.one<Standing>(sql`
    select exists (select 1 from users) as "hasAccounts",
           (select id from users where lower(email) = lower(${email ?? null}::text)) as "ownerId",
           coalesce(lower(${email ?? null}::text) = lower(${invitation?.email ?? null}::text), false) as "isInvited"`)
  if (!hasAccounts) throw fault('noAccountsYet')
  if (email === undefined || person.isVerified === false) throw fault('addressUnverified')
  // The link that was sent to them says as much for the address as it does for somebody who chooses a password.
  if (invitation?.mayCreateAccount && isInvited && ownerId === null) {
    const invited = await insertInvited(tx, invitation, { name: nameOf(person, email), passwordHash: null }, call.now)
    return withIdentity(tx, invited, person, call.now)
  }
  if (!isVouchedFor(person, config)) throw fault('addressUnverified')
  // They came in by two tabs, and the other one was faster.
  if (ownerId !== null && (await useIdentity(tx, person, call.now))) throw new LostRace()
  if (ownerId !== null) return linkByAddress(tx, services, call, person, ownerId)
  if (!isAdmitted(email, config)) throw fault(invitation && !isInvited ? 'invitedSomebodyElse' : 'notAdmitted')
  return insertNewcomer(tx, services, call, { ...person, email }, invitation)
}

/** Where an invitation is to be accepted, it alone says where they join. */
async function insertNewcomer(
  tx: Transaction,
  services: Services,
  call: Arriving,
  person: Person & { email: string },
  invitation: Invitation | undefined,
): Promise<UserRow> {
  const { joins } = providerOf(services).config
  const place = invitation ? undefined : joins
  if (place) await lockMembers(tx, place.organizationId)
  const { email } = person
  const { now } = call
  const created = await tx.row<UserRow>(sql`
    insert into users (email, name, password_hash, created_at, updated_at)
    values (${email}, ${nameOf(person, email)}, null, ${now}, ${now})
    on conflict (lower(email)) do nothing
    returning ${userColumns}`)
  if (!created) throw new LostRace()
  if (place && !(await joinUnasked(tx, place, created, call)))
    services.log.warn(place, 'OIDC_ORGANIZATION names no organization; somebody new is a member nowhere')
  return withIdentity(tx, created, person, now)
}

async function withIdentity(tx: Transaction, user: UserRow, person: Person, at: Date): Promise<UserRow> {
  if (!(await insertIdentity(tx, user.id, person, { at, isUsed: true }))) throw new LostRace()
  return user
}

/** The part in front of the at sign, where the provider tells no name. */
const nameOf = ({ name }: Person, email: string) => name ?? email.replace(/@.*$/s, '')

/**
 * Where whoever runs the service wants it: an account that is there is handed to whom the provider has verified as the owner
 * of its address. Nobody has verified that before, so whoever made it may be somebody else: their password, their sessions
 * and all else that leads in end here. An administrator of the instance links the account by hand, and so does whoever is
 * linked already: an address that was given to somebody new at the provider opens nothing of the one who had it. And it must be
 * the same address: accounts are told apart in small letters, but `kim@fİne.example` is no spelling of `kim@fine.example`.
 */
async function linkByAddress(
  tx: Transaction,
  services: Services,
  { request, now }: Arriving,
  person: Person,
  ownerId: number,
): Promise<UserRow> {
  const { linksByAddress, issuer } = providerOf(services).config
  if (!linksByAddress || person.isVerified !== true) throw fault('addressTaken')
  const owner = await tx.row<UserRow>(sql`
    update users set password_hash = null, updated_at = ${now}
    where id = ${ownerId} and is_active and not is_instance_admin
      and lower(email collate "C") = lower(${person.email ?? null}::text collate "C")
      and not exists (select 1 from identities i where i.user_id = users.id and i.issuer = ${issuer})
    returning ${userColumns}`)
  if (!owner) throw fault('addressTaken')
  await tx.run(sql`
    with account as (
      select ${ownerId}::bigint as id
    ), told as (
      ${accountEntries({ event: 'identity.linked', account: sql`account`, address: request.ip, at: now })}
    ), links as (
      delete from reset_links where user_id = ${ownerId}
    ), own_links as (
      delete from own_reset_links where user_id = ${ownerId}
    ), factors as (
      delete from second_factors where user_id = ${ownerId}
    ), begun as (
      delete from second_factor_enrolments where user_id = ${ownerId}
    ), waiting as (
      delete from second_steps where user_id = ${ownerId}
    ), keys as (
      delete from passkeys where user_id = ${ownerId}
    ), forgotten as (
      delete from known_sources where user_id = ${ownerId}
    )
    delete from sessions where user_id = ${ownerId}`)
  tx.afterCommit(() => services.streams.recheckEverywhere())
  return withIdentity(tx, owner, person, now)
}
