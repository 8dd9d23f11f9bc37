/** How mail leaves the house. */
export interface MailConfig {
  host: string
  port: number
  /** TLS from the first byte on; otherwise it begins with STARTTLS. */
  isSecure: boolean
  credentials: { user: string; pass: string } | undefined
  from: Mailbox
  /** Where the links in it lead. */
  publicUrl: string
}

export interface Mailbox {
  name: string
  address: string
}

const PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 }

/** SMTP_URL itself is in none of the sentences: there is a password in it. */
const MALFORMED =
  'SMTP_URL must be an address as in smtp://user:password@mail.example.com:587, or with smtps://, and nothing behind it; of user and password, characters like @, : and # are written as %40, %3A and %23.'

/** Undefined: no mail is sent. Faults are added to those that were found. */
export function readMailConfig(
  read: (name: string) => string | undefined,
  publicUrl: string | undefined,
  faults: string[],
): MailConfig | undefined {
  const text = read('SMTP_URL')
  if (text === undefined) return undefined
  const server = serverOf(text)
  if (server === undefined) faults.push(MALFORMED)
  if (read('PUBLIC_URL') === undefined)
    faults.push('PUBLIC_URL must be set when SMTP_URL is: links in mail lead there.')
  const from = mailboxOf(read('MAIL_FROM') ?? '')
  if (from === undefined) {
    faults.push(
      'MAIL_FROM must be set when SMTP_URL is, to the address that mail comes from, as in "Parlance <parlance@example.com>".',
    )
  }
  return server && from && publicUrl !== undefined ? { ...server, from, publicUrl } : undefined
}

function serverOf(text: string): Pick<MailConfig, 'host' | 'port' | 'isSecure' | 'credentials'> | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
  const standard = PORTS[protocol]
  if (standard === undefined || hostname === '' || port === '0') return undefined
  if (!['', '/'].includes(pathname) || search !== '' || hash !== '') return undefined
  if ((username === '') !== (password === '')) return undefined
  const [user, pass] = [decoded(username), decoded(password)]
  if (user === undefined || pass === undefined) return undefined
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? standard : Number(port),
    isSecure: protocol === 'smtps:',
    credentials: user === '' ? undefined : { user, pass },
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** `Name <address>`, the name with or without quotes, or an address alone. */
function mailboxOf(text: string): Mailbox | undefined {
  const [, quoted, plain, bracketed, alone] =
    /^(?:(?:"([^"\p{Cc}]*)"|([^"<>\p{Cc}]*?))\s*<([^<>]*)>|([^<>]*))$/u.exec(text.trim()) ?? []
  const address = (bracketed ?? alone ?? '').trim()
  return /^[^\s@<>,;"\p{Cc}]+@[^\s@<>,;"\p{Cc}]+$/u.test(address) ? { name: quoted ?? plain ?? '', address } : undefined
}
