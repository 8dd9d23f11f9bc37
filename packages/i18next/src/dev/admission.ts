import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Who may ask. The companion speaks with a key, so pages of strangers must not reach it: neither under a name of theirs that
 * leads here (`Host`), nor from their own address (`Origin`). Answers why somebody may not.
 */
export function admissionOf(allowedHosts: readonly string[]) {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))
  return ({ headers }: IncomingMessage, response: ServerResponse): string | undefined => {
    const { host, origin } = headers
    const asked = host === undefined ? undefined : parsed(`http://${host}`)
    if (!asked || !(isLocal(asked.hostname) || allowed.has(asked.hostname)))
      return `"${host ?? ''}" is not localhost, and not among allowedHosts.`
    if (origin === undefined)
      return headers['sec-fetch-site'] === 'cross-site' ? 'Another site may not ask here.' : undefined
    const from = parsed(origin)
    if (from?.host === asked.host) return undefined
    if (!from || !allowed.has(from.hostname)) return `"${origin}" is another origin.`
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('access-control-allow-headers', 'content-type, last-event-id, cache-control')
    response.setHeader('access-control-expose-headers', 'x-parlance-namespace, x-parlance-source-locale')
    response.setHeader('vary', 'origin')
    return undefined
  }
}

/** `URL.parse` is not in every Node 20. */
const parsed = (address: string) => (URL.canParse(address) ? new URL(address) : undefined)

const isLocal = (name: string) =>
  name === 'localhost' || name.endsWith('.localhost') || name === '127.0.0.1' || name === '[::1]'
