import type { WebhookMessage } from '@parlance/contract'

export interface VerifyOptions {
  /** How many seconds the time of the signature may lie from now; a recorded request is worthless after that. */
  tolerance?: number
  now?: Date
}

/** X-TMS-Signature alone, or all headers of the request as `fetch` or Node give them. */
export type SignedHeaders =
  | string
  | null
  | undefined
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** The request is not from the service, or not from now. Answer it with 400 and do nothing. */
export class WebhookSignatureError extends Error {
  override name = 'WebhookSignatureError'
}

const TOLERANCE_SECONDS = 300

/**
 * Checks that a request comes from the service and returns what it tells. `headers` are those of the request, which tell
 * how it is signed, or X-TMS-Signature alone; `rawBody` is the body as it arrived, before anybody parsed it: written
 * again it would have other bytes. While a secret is replaced, give the old and the new one.
 */
export async function verifyWebhook(
  secret: string | readonly string[],
  headers: SignedHeaders,
  rawBody: string | Uint8Array,
  { tolerance = TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): Promise<WebhookMessage> {
  const { time, start, signatures, keyOf } = readHeaders(headers)
  const body = bytesOf(rawBody)
  const secrets = [secret].flat()
  if (secrets.length === 0 || secrets.includes('')) throw new TypeError('A secret is missing.')
  const expected = await Promise.all(secrets.map((one) => sign(keyOf(one), start, body)))
  if (!isAnyEqual(signatures, expected)) {
    throw new WebhookSignatureError('The signature does not belong to this body and secret.')
  }
  if (!(Math.abs(now.getTime() / 1000 - Number(time)) <= tolerance)) {
    throw new WebhookSignatureError(`The signature is more than ${tolerance} seconds away from now.`)
  }
  return JSON.parse(new TextDecoder().decode(body)) as WebhookMessage
}

interface Given {
  time: string
  /** What is signed before the body. */
  start: string
  signatures: Uint8Array[]
  keyOf: (secret: string) => Uint8Array
}

function readHeaders(headers: SignedHeaders): Given {
  if (headers === null || typeof headers !== 'object') return parseHeader(headers)
  const headerOf = (name: string) => {
    if (typeof headers.get === 'function') return String(headers.get(name) ?? '')
    const [, value = ''] = Object.entries(headers).find(([one]) => one.toLowerCase() === name) ?? []
    return String(value)
  }
  const signature = headerOf('webhook-signature')
  return signature === ''
    ? parseHeader(headerOf('x-tms-signature'))
    : parseStandard(headerOf('webhook-id'), headerOf('webhook-timestamp'), signature)
}

/** `v1,<Base64>` with blanks between them; what is called otherwise is of another time. The key is what the secret spells. */
function parseStandard(id: string, time: string, header: string): Given {
  const signatures = header.split(' ').flatMap((text) => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(text)?.[1] ?? [])
  if (id === '' || !SECONDS.test(time) || signatures.length === 0) {
    throw new WebhookSignatureError('The headers webhook-id, webhook-timestamp and webhook-signature are incomplete.')
  }
  const keyOf = (secret: string) => fromBase64(secret.replace('whsec_', '').replaceAll('-', '+').replaceAll('_', '/'))
  return { time, start: `${id}.${time}.`, signatures: signatures.map(fromBase64), keyOf }
}

const SECONDS = /^\d{1,12}$/

/** `t=<seconds>,v1=<hex>`, with as many v1 as there are secrets; what is called otherwise is of another time. */
function parseHeader(header: string | null | undefined): Given {
  const parts = (header ?? '').split(',').map((part) => part.trim())
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(name)).map((part) => part.slice(name.length))
  const [time = '', ...more] = valuesOf('t=')
  const signatures = valuesOf('v1=').filter((text) => /^[0-9a-f]{64}$/.test(text))
  if (!SECONDS.test(time) || more.length > 0 || signatures.length === 0) {
    throw new WebhookSignatureError('The header X-TMS-Signature is missing or has no signature in it.')
  }
  return { time, start: `${time}.`, signatures: signatures.map(fromHex), keyOf: encode }
}

const encode = (text: string) => new TextEncoder().encode(text)

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

const fromHex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

function bytesOf(rawBody: string | Uint8Array): Uint8Array {
  if (typeof rawBody === 'string') return encode(rawBody)
  if (rawBody instanceof Uint8Array) return rawBody
  throw new TypeError('The body must be text or bytes as they arrived, not something parsed.')
}

async function sign(key: Uint8Array, start: string, body: Uint8Array): Promise<Uint8Array> {
  const before = encode(start)
  const signed = new Uint8Array(before.length + body.length)
  signed.set(before)
  signed.set(body, before.length)
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key as Uint8Array<ArrayBuffer>, hmac, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, signed))
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
