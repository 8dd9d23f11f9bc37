import type { Database, Handle } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import type { MailKind } from './outbox.ts'

/** A mail that is ours to send until its lease runs out. Its lease tells this claim from every other. */
export interface ClaimedMail {
  id: number
  kind: MailKind
  content: Buffer
  leaseUntil: Date
  /** This one counted. */
  attempts: number
  expiresAt: Date
  /** What its link opens is still there, and so is the time for it. */
  isWanted: boolean
}

/**
 * Takes the mail that has waited longest. An invitation that was withdrawn, or replaced by a newer one, leaves a mail that
 * would lead nowhere; it is taken too, to be ended.
 */
export const claimMail = (db: Database, now: Date, leaseUntil: Date) =>
  db.row<ClaimedMail>(sql`
    with due as (
      select id from mails where due_at <= ${now} order by due_at, id limit 1 for update skip locked
    )
    update mails m set due_at = ${leaseUntil}, state = 'sending', attempts = attempts + 1
    from due where m.id = due.id
    returning m.id, m.kind, m.content, m.due_at as "leaseUntil", m.attempts, m.expires_at as "expiresAt",
      m.expires_at > ${now} and (
        m.token_hash is null
        or exists (select from invitations i where i.token_hash = m.token_hash)
        or exists (select from reset_links l where l.token_hash = m.token_hash)
        or exists (select from own_reset_links l where l.token_hash = m.token_hash)) as "isWanted"`)

/** What it said goes with it. */
export const endMail = (db: Handle, { id, leaseUntil }: ClaimedMail) =>
  db.run(sql`
    update mails set state = 'ended', content = null, due_at = null where id = ${id} and due_at = ${leaseUntil}`)

/** What it says is known now. Throws when somebody else has taken it over: what was to be said with it is not written either. */
export async function rewriteMail(
  tx: Handle,
  { id, leaseUntil }: ClaimedMail,
  content: Buffer,
  tokenHash: Buffer,
): Promise<void> {
  const rewritten = await tx.run(sql`
    update mails set content = ${content}, token_hash = ${tokenHash} where id = ${id} and due_at = ${leaseUntil}`)
  if (rewritten === 0) throw new Error('A mail was taken over by another process.')
}

/** To be tried again. */
export const postponeMail = (db: Handle, { id, leaseUntil }: ClaimedMail, dueAt: Date) =>
  db.run(sql`
    update mails set state = 'waiting', due_at = ${dueAt} where id = ${id} and due_at = ${leaseUntil}`)

/** Gives a mail back that nobody has tried to send: the attempt is not counted. */
export const releaseMail = (db: Handle, { id, leaseUntil }: ClaimedMail, now: Date) =>
  db.run(sql`
    update mails set state = 'waiting', due_at = ${now}, attempts = attempts - 1
    where id = ${id} and due_at = ${leaseUntil}`)

/** Makes everything that is under way due now. Only for who knows that nobody works on it. */
export const adoptMails = (db: Handle, now: Date) =>
  db.run(sql`update mails set due_at = ${now}, state = 'waiting' where state = 'sending'`)
