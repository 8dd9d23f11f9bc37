import { isIPv4 } from 'node:net'
import { domainToASCII } from 'node:url'
import type { Role } from '@parlance/contract'

/** What newcomers may become by signing in alone: nobody who manages others. */
const ROLES = ['viewer', 'translator', 'reviewer', 'developer'] as const satisfies Role[]

const CLIENT_AUTHS = ['basic', 'post'] as const
const SWITCH = ['off', 'on'] as const
const LONGEST_NAME = 60

export interface ProviderConfig {
  /** To the letter as the provider calls itself: people are known by it and their subject. */
  issuer: string
  clientId: string
  clientSecret: string
  /** How the secret is sent; undefined: as the provider says it takes it. */
  clientAuth: (typeof CLIENT_AUTHS)[number] | undefined
  /** On the button. */
  name: string
  /** Whose addresses may get an account by signing in: everybody's, or those of some domains. */
  admits: 'everybody' | readonly string[]
  /** Addresses count of which the provider does not say whether it has verified them. */
  trustsAddresses: boolean
  /** Whoever is new becomes a member there. */
  joins: { organizationId: number; role: Role } | undefined
  /** Accounts with the verified address of whoever signs in are linked to them unasked. */
  linksByAddress: boolean
}

/** How the reader of all settings reads one of these, and is told what is wrong with them. */
interface Reader {
  read: (name: string) => string | undefined
  oneOf: <T extends string>(name: string, allowed: readonly T[], standard: T) => T
  refuse: (sentence: string) => void
  registration: 'first' | 'open'
}

const OTHERS = [
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_CLIENT_AUTH',
  'OIDC_NAME',
  'OIDC_ALLOWED_DOMAINS',
  'OIDC_TRUST_EMAIL',
  'OIDC_ORGANIZATION',
  'OIDC_ROLE',
  'OIDC_LINK_BY_EMAIL',
]

export function readProviderConfig(reader: Reader): ProviderConfig | undefined {
  const { read, oneOf, refuse, registration } = reader
  const issuer = read('OIDC_ISSUER')
  if (issuer === undefined) {
    const [idle] = OTHERS.filter((name) => read(name) !== undefined)
    if (idle !== undefined) refuse(`${idle} says nothing without OIDC_ISSUER.`)
    return undefined
  }
  const wrong = faultOfIssuer(issuer)
  if (wrong !== undefined) refuse(wrong)
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']) {
    if (read(name) === undefined)
      refuse(`${name} must be set when OIDC_ISSUER is: the provider gives it to its clients.`)
  }
  const name = read('OIDC_NAME')?.trim() || (wrong === undefined ? new URL(issuer).hostname : '')
  if ([...name].length > LONGEST_NAME)
    refuse(`OIDC_NAME must have at most ${LONGEST_NAME} characters: it is on a button.`)
  return {
    issuer,
    clientId: read('OIDC_CLIENT_ID') ?? '',
    clientSecret: read('OIDC_CLIENT_SECRET') ?? '',
    clientAuth:
      read('OIDC_CLIENT_AUTH') === undefined ? undefined : oneOf('OIDC_CLIENT_AUTH', CLIENT_AUTHS, CLIENT_AUTHS[0]),
    name,
    admits: admitted(reader) ?? (registration === 'open' ? 'everybody' : []),
    trustsAddresses: oneOf('OIDC_TRUST_EMAIL', SWITCH, 'off') === 'on',
    joins: joined(reader),
    linksByAddress: oneOf('OIDC_LINK_BY_EMAIL', SWITCH, 'off') === 'on',
  }
}

/** Where a token may be fetched without TLS: nobody is on the way to this very machine. */
export const isOnThisMachine = ({ hostname }: URL) =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  (isIPv4(hostname) && hostname.startsWith('127.'))

function faultOfIssuer(issuer: string): string | undefined {
  if (!URL.canParse(issuer)) return 'OIDC_ISSUER must be an address that starts with https://.'
  const url = new URL(issuer)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOnThisMachine(url)))
    return 'OIDC_ISSUER must start with https://; http:// is for providers on this machine alone.'
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return 'OIDC_ISSUER must be an address alone, without a user, a question mark or a number sign.'
  if (url.pathname.includes('/.well-known/'))
    return 'OIDC_ISSUER must be the address in front of /.well-known/openid-configuration.'
  // Such an address stands for everybody's tenants, each of which calls its people as it likes.
  if (url.hostname === 'login.microsoftonline.com' && /^\/(common|organizations|consumers)(\/|$)/i.test(url.pathname))
    return 'OIDC_ISSUER must name one tenant, as in https://login.microsoftonline.com/<tenant id>/v2.0.'
  return undefined
}

/** Undefined where nothing is said. */
function admitted({ read, refuse }: Reader): 'everybody' | string[] | undefined {
  const text = read('OIDC_ALLOWED_DOMAINS')
  if (text === undefined) return undefined
  if (text.trim() === '*') return 'everybody'
  const domains: string[] = []
  for (const entry of text.split(',')) {
    const domain = asciiDomain(entry.trim().replace(/^@/, ''))
    if (domain !== undefined) domains.push(domain)
    else
      refuse(`OIDC_ALLOWED_DOMAINS must be domains with commas between them, or * for all addresses, not "${entry}".`)
  }
  return domains
}

/** In the one spelling in which domains are compared; undefined where it is none. Escapes are not read as what they stand for. */
export function asciiDomain(text: string): string | undefined {
  if (/[^\p{L}\p{M}\p{N}._-]/u.test(text)) return undefined
  const domain = domainToASCII(text).toLowerCase()
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(domain) ? domain : undefined
}

function joined({ read, oneOf, refuse }: Reader): ProviderConfig['joins'] {
  const id = read('OIDC_ORGANIZATION')
  const role = oneOf('OIDC_ROLE', ROLES, 'viewer')
  if (id === undefined) {
    if (read('OIDC_ROLE') !== undefined) refuse('OIDC_ROLE is the role of newcomers in OIDC_ORGANIZATION: set both.')
    return undefined
  }
  if (/^[1-9]\d{0,14}$/.test(id)) return { organizationId: Number(id), role }
  refuse(`OIDC_ORGANIZATION must be the number of an organization, as in its address /organizations/1, not "${id}".`)
  return undefined
}
