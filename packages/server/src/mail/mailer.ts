import { setTimeout as sleep } from 'node:timers/promises'
import { type Transaction, transaction } from '../db/transaction.ts'
import { retryDelayMs } from '../retry-schedule.ts'
import type { Services } from '../services.ts'
import { WorkLoop } from '../work-loop.ts'
import { adoptMails, type ClaimedMail, claimMail, endMail, postponeMail, releaseMail, rewriteMail } from './claim.ts'
import { type MailContent, type MailKind, type Message, sealed, type Wish } from './outbox.ts'
import { SEND_WITHIN_MS, ServerAway, SmtpLine } from './smtp.ts'

/** Mail of this process wakes it; that of others, and what is to be tried again, is found by this look. */
const POLL_MS = 1_000
/** An attempt takes two steps to sign in and one to send. What a dead process had claimed waits this long. */
const LEASE_MS = 3 * SEND_WITHIN_MS + 30_000
/** While the mail server is away it is asked again after this, then twice as long each time, up to a minute. */
const AWAY_MS = 2_000
const LONGEST_AWAY_MS = 60_000
/** Seconds until a mail that was put off is tried again; then hourly, for as long as it is of use. */
const RETRY_DELAYS = [60, 300, 900, 1_800]
const HOUR_MS = 3_600_000
/** What is under way when the process stops has this long to end by itself. */
const PATIENCE_MS = 4_000

export interface Granted {
  message: Message
  tokenHash: Buffer
}

/** Finds out whether a wish can be granted, and writes down what the link opens; undefined: it cannot. */
export type Grant = (services: Services, tx: Transaction, wish: Wish, now: Date) => Promise<Granted | undefined>

/**
 * Sends what stands in the outbox: claim → open the line → grant → send → settle, one mail at a time in each process. Any
 * number of processes may do this side by side; a claimed mail is nobody else's until its lease runs out.
 *
 * Ends of one mail: sent · refused for good · unwanted, when what its link opens is gone or it has waited too long. A process
 * that dies between the server's answer and our writing it down lets a mail be sent twice, under one Message-ID.
 */
export class Mailer {
  readonly #services: Services
  readonly #grants: Readonly<Partial<Record<MailKind, Grant>>>
  readonly #line: SmtpLine | undefined
  readonly #loop: WorkLoop | undefined
  #awayMs = AWAY_MS
  #isAway = false
  #isReady = false

  constructor(services: Services, grants: Readonly<Partial<Record<MailKind, Grant>>> = {}) {
    this.#services = services
    this.#grants = grants
    const { mail } = services.config
    if (!mail) return
    this.#line = new SmtpLine(mail)
    this.#loop = new WorkLoop((loop) => this.#sendNext(loop, this.#line as SmtpLine))
    services.wakeUps.mails.onCall(() => this.#loop?.wake())
  }

  async close(): Promise<void> {
    const late = setTimeout(() => this.#line?.close(), PATIENCE_MS)
    await this.#loop?.close()
    clearTimeout(late)
    this.#line?.quit()
  }

  async #sendNext(loop: WorkLoop, line: SmtpLine): Promise<void> {
    const { log } = this.#services
    try {
      if (!this.#isReady) await this.#begin(line)
      const claimed = await this.#claim()
      if (claimed) return await this.#handle(claimed, line)
      line.quit()
    } catch (error) {
      if (!(error instanceof ServerAway)) log.warn({ err: error }, 'mail could not be worked on')
      else if (!loop.signal.aborted) this.#tellAway(error)
      await loop.pause(this.#awayMs)
      this.#awayMs = Math.min(this.#awayMs * 2, LONGEST_AWAY_MS)
      return
    }
    await loop.woken(POLL_MS)
  }

  /**
   * The embedded database has no other process: what is still being sent there was broken off when the last one ended. And
   * whoever has set mail up hears at once whether it works.
   */
  async #begin(line: SmtpLine): Promise<void> {
    const { config, db, clock, log } = this.#services
    if (config.databaseUrl === undefined) await adoptMails(db, clock.now())
    await line.open()
    this.#tellBack()
    log.info({ host: config.mail?.host, port: config.mail?.port }, 'the mail server lets us in')
    this.#isReady = true
  }

  #claim(): Promise<ClaimedMail | undefined> {
    const { db, clock } = this.#services
    const now = clock.now()
    return claimMail(db, now, new Date(now.getTime() + LEASE_MS))
  }

  async #handle(claimed: ClaimedMail, line: SmtpLine): Promise<void> {
    const { db, clock, log } = this.#services
    if (!claimed.isWanted) return this.#end(claimed, 'unwanted')
    try {
      await line.open()
    } catch (error) {
      await releaseMail(db, claimed, clock.now())
      throw error
    }
    this.#tellBack()
    const message = await this.#messageOf(claimed)
    if (message === 'unreadable') {
      log.error({ mailId: claimed.id }, 'a mail was sealed under a key that is not here')
      return this.#postpone(claimed)
    }
    if (!message) return this.#end(claimed, 'unwanted')
    const outcome = await line.send(message)
    const { id: mailId, kind } = claimed
    if (outcome.kind === 'sent') {
      log.info({ mailId, kind }, 'a mail was sent')
      return this.#end(claimed, 'sent')
    }
    // Cut off by ourselves: whoever starts next sends it.
    if (outcome.kind === 'postponed' && this.#loop?.signal.aborted)
      return void (await releaseMail(db, claimed, clock.now()))
    log.warn({ mailId, kind, reply: outcome.reply }, `a mail was ${outcome.kind}`)
    if (outcome.kind === 'refused') return this.#end(claimed, 'refused')
    return this.#postpone(claimed)
  }

  async #messageOf(claimed: ClaimedMail): Promise<Message | undefined | 'unreadable'> {
    const { db, clock, secrets } = this.#services
    let content: MailContent
    try {
      content = JSON.parse(secrets.open(claimed.content)) as MailContent
    } catch {
      return 'unreadable'
    }
    if ('message' in content) return content.message
    const { wish } = content
    return transaction(db, async (tx) => {
      const granted = await this.#grants[claimed.kind]?.(this.#services, tx, wish, clock.now())
      if (!granted) return undefined
      await rewriteMail(tx, claimed, sealed(secrets, { message: granted.message }), granted.tokenHash)
      return granted.message
    })
  }

  async #end(claimed: ClaimedMail, result: 'sent' | 'refused' | 'unwanted'): Promise<void> {
    this.#services.counters.mailAttempts.inc({ result })
    await this.#written(() => endMail(this.#services.db, claimed))
  }

  async #postpone(claimed: ClaimedMail): Promise<void> {
    const { db, clock, counters } = this.#services
    const delayMs = retryDelayMs(claimed.attempts, RETRY_DELAYS) ?? HOUR_MS
    counters.mailAttempts.inc({ result: 'postponed' })
    await this.#written(() => postponeMail(db, claimed, new Date(clock.now().getTime() + delayMs)))
  }

  /** Said again and again until its lease runs out: a mail that was sent must not be sent again for a busy database. */
  async #written(write: () => Promise<unknown>): Promise<void> {
    const deadline = performance.now() + LEASE_MS / 2
    for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      try {
        await write()
        return
      } catch (error) {
        if (performance.now() > deadline || this.#loop?.signal.aborted) throw error
        this.#services.log.warn({ err: error }, 'what became of a mail could not be written down yet')
        await sleep(pauseMs, undefined, { ref: false })
      }
    }
  }

  /** Once, not with each try. */
  #tellAway(error: ServerAway): void {
    if (!this.#isAway) this.#services.log.warn({ reply: error.message }, 'the mail server is away: mail waits')
    this.#isAway = true
  }

  #tellBack(): void {
    if (this.#isAway) this.#services.log.info('the mail server is there again')
    this.#isAway = false
    this.#awayMs = AWAY_MS
  }
}
