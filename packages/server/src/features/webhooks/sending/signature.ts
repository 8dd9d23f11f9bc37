import { createHmac, randomBytes } from 'node:crypto'

/** What a webhook's deliveries are signed with. */
export type SignatureKind = 'tms' | 'standard'

const PREFIX = 'whsec_'
/** A multiple of three: in Base64 it has no padding, which some receivers would have to be told about. */
const SECRET_BYTES = 33

export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** What a delivery is signed for: the very text that is sent, under an id that stays the same when it is sent again. */
export interface Signed {
  id: string
  unixSeconds: number
  rawBody: string
}

/** The headers by which a receiver knows that a delivery is genuine. */
export const signatureHeaders = (kind: SignatureKind, secret: string, signed: Signed): Record<string, string> =>
  kind === 'standard'
    ? signStandard(secret, signed)
    : { 'X-TMS-Signature': sign(secret, signed.unixSeconds, signed.rawBody) }

/**
 * The value of X-TMS-Signature for the very text that is sent. The time is part of what is signed, so that a recorded
 * request cannot be replayed later; the scheme is Stripe's, whose libraries can verify it.
 */
export function sign(secret: string, unixSeconds: number, rawBody: string): string {
  const v1 = createHmac('sha256', secret).update(`${unixSeconds}.${rawBody}`).digest('hex')
  return `t=${unixSeconds},v1=${v1}`
}

/**
 * As Standard Webhooks says. The key is the bytes that the secret spells, not its letters; Node reads those of older
 * secrets, too, which were written for addresses.
 */
function signStandard(secret: string, { id, unixSeconds, rawBody }: Signed): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const v1 = createHmac('sha256', key).update(`${id}.${unixSeconds}.${rawBody}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(unixSeconds), 'webhook-signature': `v1,${v1}` }
}
