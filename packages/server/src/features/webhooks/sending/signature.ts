import { createHmac, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`
}

/**
 * The value of X-TMS-Signature for the very text that is sent. The time is part of what is signed, so that a recorded
 * request cannot be replayed later; the scheme is Stripe's, whose libraries can verify it.
 */
export function sign(secret: string, unixSeconds: number, rawBody: string): string {
  const v1 = createHmac('sha256', secret).update(`${unixSeconds}.${rawBody}`).digest('hex')
  return `t=${unixSeconds},v1=${v1}`
}
