import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv4 } from 'node:net'
import { envelope } from './errors.ts'

/** How the service is reached, from PUBLIC_URL. */
export interface OwnAddress {
  origin: string
  hostname: string
}

export function ownAddress(publicUrl: string): OwnAddress {
  const { origin, hostname } = new URL(publicUrl)
  return { origin, hostname }
}

/**
 * Whether a request was sent to a name that is ours. A page elsewhere can let its own name lead to this machine, and then
 * the browser takes us for that page; the name itself is what it cannot forge. The address that a connection came in on is
 * no name, so nobody can lead it anywhere.
 */
export function isOwnHost({ headers, socket }: IncomingMessage, { hostname }: OwnAddress): boolean {
  const { host } = headers
  // Browsers always send one.
  if (host === undefined) return true
  const asked = hostnameOf(host)
  return asked === hostname || isLocal(asked) || asked === addressOf(socket.localAddress)
}

const hostnameOf = (host: string) => host.replace(/:\d*$/, '').toLowerCase()

const isLocal = (hostname: string) =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  (isIPv4(hostname) && hostname.startsWith('127.'))

/** As it stands in a Host header. */
function addressOf(address: string | undefined): string | undefined {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/, '')
  return plain?.includes(':') ? `[${plain}]` : plain
}

/** Of two names a proxy may look at one and the service at the other. Node would take the first. */
export function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

export function refuseSeveralHosts(response: ServerResponse): void {
  const { status, body } = envelope('severalHosts')
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  })
  response.end(text)
}
