import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv4 } from 'node:net'
import type { Config } from '../config.ts'
import { envelope } from './errors.ts'

/** What a server listens on to be reached at all addresses of the machine. None of them is an address itself. */
const EVERYWHERE = ['0.0.0.0', '::', '[::]']

/** How people and programs reach the service. */
export class OwnAddress {
  readonly #public: URL | undefined
  readonly #cdnUrl: string | undefined
  readonly #host: string
  #port: number

  constructor({ publicUrl, cdnUrl, host, port }: Pick<Config, 'publicUrl' | 'cdnUrl' | 'host' | 'port'>) {
    this.#public = publicUrl === undefined ? undefined : new URL(publicUrl)
    this.#cdnUrl = cdnUrl
    this.#host = host.includes(':') ? `[${host}]` : host
    this.#port = port
  }

  /** With PORT=0 nobody knows it any earlier. */
  listensOn(port: number): void {
    this.#port = port
  }

  /** Where it is reached from this machine, or from anywhere when PUBLIC_URL says so. */
  get standard(): string {
    const name = { '0.0.0.0': '127.0.0.1', '[::]': 'localhost' }[this.#host] ?? this.#host
    return this.#public?.origin ?? new URL(`http://${name}:${this.#port}`).origin
  }

  /** Where it is reached from the network, at the addresses of the machine. */
  from(addresses: readonly string[]): string[] {
    const isOpen = this.#public === undefined && EVERYWHERE.includes(this.#host)
    return isOpen ? addresses.map((address) => `http://${address}:${this.#port}`) : []
  }

  /** As whoever sent the request can reach it again: without PUBLIC_URL under the name they have just used, if it is ours. */
  originFor(request: IncomingMessage): string {
    const { host } = request.headers
    const isNamed = this.#public === undefined && host !== undefined && this.isNamedBy(request)
    return isNamed && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).origin : this.standard
  }

  /** Where published files are found. */
  cdnFor(request: IncomingMessage): string {
    return this.#cdnUrl ?? `${this.originFor(request)}/cdn`
  }

  /**
   * Whether a request was sent to a name that is ours. A page elsewhere can let its own name lead to this machine, and then
   * the browser takes us for that page; the name itself is what it cannot forge. The address that a connection came in on is
   * no name, so nobody can lead it anywhere.
   */
  isNamedBy({ headers, socket }: IncomingMessage): boolean {
    const { host } = headers
    // Browsers always send one.
    if (host === undefined) return true
    const asked = hostnameOf(host)
    return asked === this.#hostname || isLocal(asked) || asked === addressOf(socket.localAddress)
  }

  /** Whether a page of this origin is ours. There may be several names (localhost, 127.0.0.1), but only one way to us. */
  isOwnPage(origin: string, host: string | undefined): boolean {
    if (origin === this.#public?.origin) return true
    if (!URL.canParse(origin) || host === undefined) return false
    const page = new URL(origin)
    return page.protocol === (this.#public?.protocol ?? 'http:') && page.host === host.toLowerCase()
  }

  get #hostname(): string | undefined {
    if (this.#public) return this.#public.hostname
    return EVERYWHERE.includes(this.#host) ? undefined : this.#host.toLowerCase()
  }
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
