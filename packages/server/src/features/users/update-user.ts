import { type AuditEvent, contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { UserAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { differences, recordEntriesOf } from '../audit/index.ts'
import { assertAdministrator } from './administrators.ts'
import { deedOn, entriesEverywhere } from './audited.ts'
import { endWhatTheyMade } from './deactivate.ts'
import { findUsers, presentInstanceUser } from './user.ts'

interface Standing {
  isActive: boolean
  isInstanceAdmin: boolean
}

interface Change {
  before: Standing
  after: Standing
}

export const updateUser = implement(
  contract.updateUser,
  async ({ db, log, streams }, { access, params, body, now }) => {
    const { userId } = params
    const { user, changes } = await transaction(db, async (tx) => {
      const { before, after } = await lockForAdministrator(tx, access, userId, body)
      const different = differences(before, after)
      if (different) await change(tx, access, userId, { before, after }, now)
      const [found] = await findUsers(tx, sql`where u.id = ${userId}`)
      if (!found) throw fault('notFound')
      return { user: found, changes: different }
    })
    // Told here as well: somebody without an organization has no audit log.
    if (changes) log.info({ userId, by: access.userId, ...changes }, 'an account was changed')
    if (changes && !user.isActive) await streams.recheckEverywhere()
    return presentInstanceUser(user)
  },
  assertAdministrator,
)

async function change(tx: Transaction, by: UserAccess, userId: number, { before, after }: Change, now: Date) {
  await tx.run(sql`
    update users set is_active = ${after.isActive}, is_instance_admin = ${after.isInstanceAdmin}, updated_at = ${now}
    where id = ${userId}`)
  const ended = before.isActive && !after.isActive ? await endWhatTheyMade(tx, userId, now) : []
  await recordEntriesOf(tx, deedOn(by.userId, now), [...ended, ...(await entriesOf(tx, userId, { before, after }))])
}

/**
 * One user, locked, for an administrator who still is one. Whoever changes administrators waits for the others, so that
 * two who demote each other leave one. Whoever makes something in the name of this user, or signs in, holds the row until
 * it can be seen here, and ended.
 */
async function lockForAdministrator(
  tx: Transaction,
  { session, userId: administrator }: UserAccess,
  userId: number,
  sent: Partial<Standing>,
): Promise<Change> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('parlance administrators'))`)
  const found = await tx.row<Standing & { hasOthers: boolean; isStillOne: boolean }>(sql`
    select u.is_active as "isActive", u.is_instance_admin as "isInstanceAdmin",
           exists (
             select from users o where o.is_instance_admin and o.is_active and o.id <> u.id) as "hasOthers",
           exists (
             select from users a join sessions s on s.user_id = a.id
             where a.id = ${administrator} and a.is_instance_admin and a.is_active
               and s.id = ${session.sessionId}) as "isStillOne"
    from users u where u.id = ${userId}
    for no key update of u`)
  if (!found) throw fault('notFound')
  const { hasOthers, isStillOne, ...before } = found
  const { isActive = before.isActive, isInstanceAdmin = before.isInstanceAdmin } = sent
  if (administers(before) && !administers({ isActive, isInstanceAdmin }) && !hasOthers) throw fault('lastAdministrator')
  if (!isStillOne) throw fault('administratorsOnly')
  return { before, after: { isActive, isInstanceAdmin } }
}

const administers = ({ isActive, isInstanceAdmin }: Standing) => isActive && isInstanceAdmin

async function entriesOf(tx: Transaction, userId: number, { before, after }: Change) {
  const events: AuditEvent[] = []
  if (before.isActive !== after.isActive) events.push(after.isActive ? 'member.reactivated' : 'member.deactivated')
  if (before.isInstanceAdmin !== after.isInstanceAdmin) events.push('member.administration_changed')
  const details = (event: AuditEvent) =>
    event === 'member.administration_changed' ? { isInstanceAdmin: after.isInstanceAdmin } : {}
  return entriesEverywhere(
    tx,
    userId,
    events.map((event) => ({ event, details: details(event) })),
  )
}
