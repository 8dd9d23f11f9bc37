import { createHash, randomUUID } from 'node:crypto'
import { type Sql, sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import type { MailLanguage } from './languages.ts'
import { type Letter, type Written, writeLetter } from './letter.ts'

export type MailKind = 'invitation' | 'password_reset' | 'webhook_disabled'

/** Addressed and written, as it is sent, however often that is tried: receivers know a mail that they have by its id. */
export interface Message extends Written {
  id: string
  to: string
  language: MailLanguage
}

/**
 * What somebody asked for who need not have an account. Whoever sends mail finds out, so that the request takes the same
 * time either way.
 */
export interface Wish {
  address: string
  /** Of the browser: the account knows better. */
  language: MailLanguage
}

export type MailContent = { message: Message } | { wish: Wish }

/** What makes mail possible; without SMTP_URL none is ever written. */
export type MailServices = Pick<Services, 'config' | 'secrets' | 'wakeUps'>

interface NewMail {
  kind: MailKind
  to: string
  language: MailLanguage
  letter: Letter
  /** Of what the link in it opens. */
  tokenHash: Buffer | null
  /** When it is of no use any more, sent or not. */
  expiresAt: Date
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Of one kind to one address: nobody is pestered, by whomever. Links to a new password are counted for as long as one that
 * people ask for is good: so whoever is sent no more of them, because others have asked in their name, has one that works.
 */
const PER_ADDRESS: Record<MailKind, { most: number; withinMs: number }> = {
  invitation: { most: 5, withinMs: DAY_MS },
  password_reset: { most: 3, withinMs: HOUR_MS },
  webhook_disabled: { most: 20, withinMs: DAY_MS },
}
/** Of what one person makes be sent in a day: an instance that lets everybody in must not become a place to send mail from. */
const PER_PERSON = 200

const hashOf = (address: string) => createHash('sha256').update(inSmallLetters(address)).digest()

/** As the database has it, which tells accounts apart: letter by letter, where JavaScript makes two of İ. */
const inSmallLetters = (text: string) => Array.from(text, (letter) => Array.from(letter.toLowerCase())[0]).join('')

export const newMessage = (
  { mail }: Services['config'],
  { to, language, letter }: Pick<NewMail, 'to' | 'language' | 'letter'>,
): Message => ({ id: randomUUID(), to, language, ...writeLetter(letter, language, mail?.publicUrl ?? '') })

/**
 * Writes mails down, to be sent once the transaction is committed. Those beyond what an address is sent, or a person may
 * send, are left out, and so are all where no mail is set up: returns how many are on their way. Nothing here waits for
 * a mail server.
 */
export async function queueMails(
  tx: Transaction,
  services: MailServices,
  { askedBy, now }: { askedBy: number | null; now: Date },
  mails: readonly NewMail[],
): Promise<number> {
  const { config, secrets, wakeUps } = services
  if (!config.mail || mails.length === 0) return 0
  const contents = mails.map((mail) => sealed(secrets, { message: newMessage(config, mail) }))
  const before = (ms: number) => new Date(now.getTime() - ms)
  const queued = await tx.run(sql`
    insert into mails (kind, content, token_hash, address_hash, asked_by, created_at, expires_at, due_at)
    select n.kind, n.content, n.token_hash, n.address_hash, ${askedBy}::bigint, ${now}::timestamptz, n.expires_at, ${now}::timestamptz
    from unnest(
      ${mails.map(({ kind }) => kind)}::text[],
      ${contents}::bytea[],
      ${mails.map(({ tokenHash }) => tokenHash)}::bytea[],
      ${mails.map(({ to }) => hashOf(to))}::bytea[],
      ${mails.map(({ kind }) => PER_ADDRESS[kind].most)}::int[],
      ${mails.map(({ kind }) => before(PER_ADDRESS[kind].withinMs))}::timestamptz[],
      ${mails.map(({ expiresAt }) => expiresAt)}::timestamptz[]
    ) with ordinality as n (kind, content, token_hash, address_hash, most, since, expires_at, place)
    where (select count(*) from mails m
           where m.address_hash = n.address_hash and m.kind = n.kind and m.created_at > n.since) < n.most
      and (${askedBy}::bigint is null
           or (select count(*) from mails m where m.asked_by = ${askedBy} and m.created_at > ${before(DAY_MS)}) + n.place <= ${PER_PERSON})`)
  if (queued > 0) tx.afterCommit(async () => wakeUps.mails.call())
  return queued
}

/** Writes down what somebody wants, as one row whoever they are. */
export const wishRow = (
  { secrets }: Pick<Services, 'secrets'>,
  { kind, wish, source, now, expiresAt }: { kind: MailKind; wish: Wish; source: string; now: Date; expiresAt: Date },
): Sql => sql`
  insert into mails (kind, content, address_hash, source, created_at, expires_at, due_at)
  select ${kind}, ${sealed(secrets, { wish })}::bytea, ${hashOf(wish.address)}::bytea, ${source}, ${now}::timestamptz,
         ${expiresAt}::timestamptz, ${now}::timestamptz
  where (select count(*) from mails m
         where m.address_hash = ${hashOf(wish.address)} and m.kind = ${kind}
           and m.created_at > ${new Date(now.getTime() - PER_ADDRESS[kind].withinMs)}) < ${PER_ADDRESS[kind].most}`

export const sealed = (secrets: Services['secrets'], content: MailContent) => secrets.seal(JSON.stringify(content))
