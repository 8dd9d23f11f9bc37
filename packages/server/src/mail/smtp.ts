import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailConfig } from '../mail-config.ts'
import type { Message } from './outbox.ts'

/** Mail servers answer within seconds, or look a sender up first, which takes some of them half a minute. */
const CONNECT_WITHIN_MS = 10_000
const GREETING_WITHIN_MS = 30_000
const ANSWER_WITHIN_MS = 30_000
/** For a whole mail, however slowly the answers come. */
export const SEND_WITHIN_MS = 60_000
const LONGEST_REPLY = 300

export type Outcome =
  | { kind: 'sent' }
  /** For good: the address, or what the mail says, is not accepted. */
  | { kind: 'refused'; reply: string }
  /** Not now. */
  | { kind: 'postponed'; reply: string }

/** The mail server cannot be reached, or does not let us in: no fault of a mail. */
export class ServerAway extends Error {
  override name = 'ServerAway'
}

const isThisMachine = (host: string) => host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)

/**
 * A connection to the mail server, opened for the first mail and kept for those that follow. Passwords go over it only
 * after TLS has begun with a certificate that can be trusted. On this machine nobody listens in between, and servers
 * there have certificates that nobody has signed.
 */
export class SmtpLine {
  readonly #config: MailConfig
  #open: SMTPConnection | undefined
  /** Ends the step that is under way. */
  #breakOff: (() => void) | undefined

  constructor(config: MailConfig) {
    this.#config = config
  }

  /** Throws `ServerAway`. */
  async open(): Promise<void> {
    if (this.#open) return
    const { host, port, isSecure, credentials } = this.#config
    const isLocal = isThisMachine(host)
    const connection = new SMTPConnection({
      host,
      port,
      secure: isSecure,
      requireTLS: !isSecure && credentials !== undefined && !isLocal,
      tls: { rejectUnauthorized: !isLocal, minVersion: 'TLSv1.2' },
      connectionTimeout: CONNECT_WITHIN_MS,
      greetingTimeout: GREETING_WITHIN_MS,
      socketTimeout: ANSWER_WITHIN_MS,
    })
    // One that comes when nobody asks any more would end the process.
    connection.on('error', () => {})
    try {
      await this.#step(connection, (done) => connection.connect(done))
      if (credentials) await this.#step(connection, (done) => connection.login({ credentials }, done))
    } catch (error) {
      connection.close()
      throw new ServerAway(sentenceOf(error), { cause: error })
    }
    // Between two mails: the next one finds the line closed.
    connection.on('error', () => this.#forget(connection))
    connection.on('end', () => this.#forget(connection))
    this.#open = connection
  }

  async send(message: Message): Promise<Outcome> {
    const connection = this.#open
    if (!connection) throw new ServerAway('The connection was closed.')
    const { from } = this.#config
    const raw = await composed(message, from)
    const envelope = { from: from.address, to: [message.to], use8BitMime: false }
    try {
      await this.#step(connection, (done) => connection.send(envelope, raw, done))
      return { kind: 'sent' }
    } catch (error) {
      // What state the conversation is in now is anybody's guess.
      this.close()
      return { kind: isForGood(error) ? 'refused' : 'postponed', reply: sentenceOf(error) }
    }
  }

  /** At once, whatever is under way. */
  close(): void {
    this.#breakOff?.()
    this.#open?.close()
    this.#open = undefined
  }

  /** As the protocol asks for it. */
  quit(): void {
    this.#open?.quit()
    this.#open = undefined
  }

  /** One of the conversation, which ends with its callback, with an error of the connection, or when it takes too long. */
  async #step(connection: SMTPConnection, begin: (done: (error?: Error | null) => void) => void): Promise<void> {
    const answer = Promise.withResolvers<void>()
    const fail = (error: Error) => answer.reject(error)
    const late = setTimeout(() => fail(new Error(`No answer within ${SEND_WITHIN_MS / 1000} seconds`)), SEND_WITHIN_MS)
    const end = () => fail(new Error('The server closed the connection'))
    connection.once('error', fail).once('end', end)
    this.#breakOff = () => fail(new Error('The connection was closed'))
    begin((error) => (error ? fail(error) : answer.resolve()))
    try {
      await answer.promise
    } finally {
      clearTimeout(late)
      this.#breakOff = undefined
      connection.off('error', fail).off('end', end)
    }
  }

  #forget(connection: SMTPConnection): void {
    if (this.#open === connection) this.#open = undefined
  }
}

/** Nothing in it is read from files or addresses, and nobody answers to it. */
const composed = ({ id, to, language, subject, text, html }: Message, from: MailConfig['from']): Promise<Buffer> =>
  new MailComposer({
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${from.address.split('@').at(-1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', 'Content-Language': language },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()

interface SmtpError {
  code?: string
  command?: string
  responseCode?: number
}

/** A server that does not take our sender says nothing about the mail: whoever runs this service can mend it. */
function isForGood(error: unknown): boolean {
  const { code = '', command, responseCode } = error as SmtpError
  if (!['EENVELOPE', 'EMESSAGE'].includes(code) || command === 'MAIL FROM') return false
  return responseCode === undefined ? command === 'API' : responseCode >= 500
}

function sentenceOf(error: unknown): string {
  const { message } = error as Error
  return message.replaceAll(/[\p{Cc}\s]+/gu, ' ').slice(0, LONGEST_REPLY)
}
