import dns from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js'
import { familyOf, isIn, type Network, parseNetwork, parseNetworks } from '../../../networks.ts'

export interface Address {
  address: string
  family: 4 | 6
}

/** Finds all addresses of a name; rejects when there is no answer. */
export type Lookup = (hostname: string) => Promise<readonly { address: string }[]>

/** Not to be tried again: the address, and not some trouble on the way, is the reason. */
export interface Blocked {
  kind: 'blocked'
  message: string
}

export type CheckedUrl = { kind: 'checked'; url: URL; literal: boolean } | Blocked

export type Resolved =
  | { kind: 'allowed'; addresses: readonly Address[] }
  | Blocked
  /** No answer this time; the next attempt may have one. */
  | { kind: 'unresolved'; message: string }

// Of IPv6 only the first of these is given out. The second holds nothing but the NAT64 prefixes, which are told apart
// below; it is kept open so that their neighbours are not taken for them.
const GLOBAL_UNICAST = parseNetworks('2000::/3, 64::/16')
const NAT64 = parseNetwork('64:ff9b::/96')
const SIX_TO_FOUR = parseNetwork('2002::/16')

/**
 * Whether a connection to an address may be opened: it is public (global unicast), or in one of the networks. The
 * networks exempt exactly the addresses that they name, not other spellings that lead to the same machine.
 */
export function mayDial(address: string, networks: readonly Network[]): boolean {
  if (!familyOf(address)) return false
  const parsed = ipaddr.parse(address)
  return isPublic(parsed) || networks.some((network) => isIn(parsed, network))
}

function isPublic(address: IPv4 | IPv6): boolean {
  const inner = translated(address)
  if (inner) return inner.range() === 'unicast'
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || GLOBAL_UNICAST.some((network) => isIn(address, network))
}

/**
 * The IPv4 address to which a translator on the way carries what is sent to an IPv6 one. Mapped and compatible
 * addresses are not among them: nobody needs these spellings, so they are refused whatever they hold.
 */
function translated(address: IPv4 | IPv6): IPv4 | undefined {
  const bytes = address.toByteArray()
  if (isIn(address, NAT64)) return new ipaddr.IPv4(bytes.slice(12))
  if (isIn(address, SIX_TO_FOUR)) return new ipaddr.IPv4(bytes.slice(2, 6))
  return undefined
}

/** Reads an address as the service will use it, so that what is checked and what is called are the same. */
export function checkUrl(text: string): CheckedUrl {
  if (!URL.canParse(text)) return blocked('The URL cannot be read.')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return blocked('The URL must start with http or https.')
  if (url.username !== '' || url.password !== '') return blocked('The URL must not carry credentials.')
  if (url.hostname === '') return blocked('The URL must name a host.')
  return { kind: 'checked', url, literal: familyOf(hostOf(url)) !== undefined }
}

/** The host without the brackets that an IPv6 address wears in a URL. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/** All answers of the system's resolver, in its order, as any program on this machine would get them. */
export const systemLookup: Lookup = (hostname) => dns.lookup(hostname, { all: true, order: 'verbatim' })

/**
 * The addresses to which a URL may be sent. One bad address among good ones refuses them all: which of them is dialled
 * is a race that the owner of the name can steer.
 */
export async function resolveAllowed(url: URL, lookup: Lookup, networks: readonly Network[]): Promise<Resolved> {
  const answers = await addressesOf(hostOf(url), lookup)
  if (answers.length === 0) return { kind: 'unresolved', message: 'The host name could not be resolved.' }
  if (!answers.every((address) => mayDial(address, networks))) {
    return blocked('The host has an address that is not public.')
  }
  return { kind: 'allowed', addresses: answers.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 })) }
}

async function addressesOf(host: string, lookup: Lookup): Promise<string[]> {
  if (familyOf(host)) return [host]
  try {
    return (await lookup(host)).map(({ address }) => address)
  } catch {
    return []
  }
}

function blocked(message: string): Blocked {
  return { kind: 'blocked', message }
}
