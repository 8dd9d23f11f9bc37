import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { readConfig } from '../src/config.ts'
import { atEnd } from './harness.ts'

export const PUBLIC_URL = 'https://l10n.example.com'
export const FROM = 'Parlance <l10n@example.com>'

/** A mail as its receiver has it. */
export interface ReceivedMail {
  from: string
  to: string[]
  /** As it came over the line. */
  raw: string
  read: Email
  isEncrypted: boolean
  user: string | undefined
}

/** What the server does with the next mails: takes them, or refuses with these words at the recipient or after the text. */
interface Manners {
  recipient: (address: string) => Refusal | undefined
  message: (mail: ReceivedMail) => Promise<Refusal | undefined>
}

interface Refusal {
  code: number
  reply: string
}

/** A real mail server. It is there until the file's tests are done, or `stop`. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0) {
  const received: ReceivedMail[] = []
  const manners: Manners = { recipient: () => undefined, message: async () => undefined }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 0,
    ...options,
    onRcptTo: ({ address }, _session, done) => done(errorOf(manners.recipient(address))),
    async onData(stream, { envelope, secure, user }, done) {
      const raw = (await buffer(stream)).toString('utf8')
      const mail = {
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        raw,
        read: await PostalMime.parse(raw),
        isEncrypted: secure,
        user: user === undefined ? undefined : String(user),
      }
      const refusal = await manners.message(mail)
      if (!refusal) received.push(mail)
      done(errorOf(refusal))
    },
  })
  // Whoever is cut off says so; no test depends on how.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  atEnd(stop)
  const { port: listening } = server.server.address() as AddressInfo
  return {
    received,
    manners,
    port: listening,
    stop,
    to: (address: string) => received.filter(({ to }) => to.includes(address)),
  }
}

const errorOf = (refusal: Refusal | undefined) =>
  refusal && Object.assign(new Error(refusal.reply), { responseCode: refusal.code })

/** The settings of a service that sends its mail there. */
export const mailThrough = (url: string) => {
  const { mail, publicUrl } = readConfig({ SMTP_URL: url, MAIL_FROM: FROM, PUBLIC_URL })
  return { mail, publicUrl }
}
