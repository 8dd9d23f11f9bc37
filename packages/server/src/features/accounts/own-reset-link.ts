import type { Config } from '../../config.ts'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { chosenLanguage, type Grant, type Letter, newMessage } from '../../mail/index.ts'
import { issueToken } from '../organizations/index.ts'
import { takesPassword } from './passwords-off.ts'

/** Shorter than that of a link which somebody else passes on: whoever asks for it is waiting. */
export const LIFETIME_MS = 60 * 60_000

/**
 * Makes the link that somebody has asked for, if the address is that of an account which may be signed in to. It goes to
 * the address that the account has: what was typed may only look like it. One for each person: a new one takes the place
 * of the one before.
 */
export const grantNewPassword: Grant = async (services, tx, wish, now) => {
  const account = await tx.row<{ id: number; email: string; preferences: string | null }>(sql`
    select u.id, u.email, p.value as preferences
    from users u left join preferences p on p.user_id = u.id
    where lower(u.email) = lower(${wish.address}) and u.is_active and ${takesPassword(services.config)}
    for no key update of u`)
  if (!account) return undefined
  const { token, tokenHash, expiresAt } = issueToken(now, LIFETIME_MS)
  await tx.run(sql`
    insert into own_reset_links (user_id, token_hash, created_at, expires_at)
    values (${account.id}, ${tokenHash}, ${now}, ${expiresAt})
    on conflict (user_id) do update
      set token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at`)
  const letter: Letter = {
    subject: { text: 'reset.subject' },
    paragraphs: [{ text: 'reset.asked', values: { account: account.email } }],
    link: { text: 'reset.link', path: `/reset/${token}` },
    remarks: [{ text: 'goodUntil', values: { time: expiresAt } }, { text: 'reset.unexpected' }],
  }
  const language = chosenLanguage(account.preferences) ?? wish.language
  return { message: newMessage(services.config, { to: account.email, language, letter }), tokenHash }
}

/** A link that is still good, by what was handed out. */
export const findOwnResetLink = (db: Handle, config: Config, tokenHash: Buffer, now: Date) =>
  db.row<{ userId: number }>(sql`
    select l.user_id as "userId" from own_reset_links l join users u on u.id = l.user_id
    where l.token_hash = ${tokenHash} and l.expires_at > ${now} and u.is_active
      and ${takesPassword(config)}`)

/** Whoever uses it first ends it; the others wait, and find it gone. */
export const lockOwnResetLink = (tx: Transaction, tokenHash: Buffer) =>
  tx.run(sql`select from own_reset_links where token_hash = ${tokenHash} for update`)
