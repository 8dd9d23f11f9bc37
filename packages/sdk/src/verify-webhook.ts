import type { WebhookMessage } from '@parlance/contract'

export interface VerifyOptions {
  /** How many seconds the time of the signature may lie from now; a recorded request is worthless after that. */
  tolerance?: number
  now?: Date
}

/** The request is not from the service, or not from now. Answer it with 400 and do nothing. */
export class WebhookSignatureError extends Error {
  override name = 'WebhookSignatureError'
}

const TOLERANCE_SECONDS = 300

/**
 * Checks that a request comes from the service and returns what it tells. `header` is X-TMS-Signature; `rawBody` is the
 * body as it arrived, before anybody parsed it: written again it would have other bytes. While a secret is replaced,
 * give the old and the new one.
 */
export async function verifyWebhook(
  secret: string | readonly string[],
  header: string | null | undefined,
  rawBody: string | Uint8Array,
  { tolerance = TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): Promise<WebhookMessage> {
  const { time, signatures } = parseHeader(header)
  const body = bytesOf(rawBody)
  const secrets = [secret].flat()
  if (secrets.length === 0 || secrets.includes('')) throw new TypeError('A secret is missing.')
  const expected = await Promise.all(secrets.map((one) => sign(one, time, body)))
  if (!isAnyEqual(signatures, expected)) {
    throw new WebhookSignatureError('The signature does not belong to this body and secret.')
  }
  if (!(Math.abs(now.getTime() / 1000 - Number(time)) <= tolerance)) {
    throw new WebhookSignatureError(`The signature is more than ${tolerance} seconds away from now.`)
  }
  return JSON.parse(new TextDecoder().decode(body)) as WebhookMessage
}

/** `t=<seconds>,v1=<hex>`, with as many v1 as there are secrets; what is called otherwise is of another time. */
function parseHeader(header: string | null | undefined): { time: string; signatures: Uint8Array[] } {
  const parts = (header ?? '').split(',').map((part) => part.trim())
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(name)).map((part) => part.slice(name.length))
  const [time = '', ...more] = valuesOf('t=')
  const signatures = valuesOf('v1=').filter((text) => /^[0-9a-f]{64}$/.test(text))
  if (!/^\d{1,12}$/.test(time) || more.length > 0 || signatures.length === 0) {
    throw new WebhookSignatureError('The header X-TMS-Signature is missing or has no signature in it.')
  }
  return { time, signatures: signatures.map(fromHex) }
}

const fromHex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

function bytesOf(rawBody: string | Uint8Array): Uint8Array {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody)
  if (rawBody instanceof Uint8Array) return rawBody
  throw new TypeError('The body must be text or bytes as they arrived, not something parsed.')
}

async function sign(secret: string, time: string, body: Uint8Array): Promise<Uint8Array> {
  const start = new TextEncoder().encode(`${time}.`)
  const signed = new Uint8Array(start.length + body.length)
  signed.set(start)
  signed.set(body, start.length)
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), hmac, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
}

/** Looks at every byte of every pair, so that the time it takes tells nothing about how much was right. */
function isAnyEqual(given: readonly Uint8Array[], expected: readonly Uint8Array[]): boolean {
  let found = 0
  for (const one of given) {
    for (const other of expected) {
      let difference = one.length ^ other.length
      for (const [at, byte] of other.entries()) difference |= byte ^ (one[at] ?? 0)
      found |= Number(difference === 0)
    }
  }
  return found !== 0
}
