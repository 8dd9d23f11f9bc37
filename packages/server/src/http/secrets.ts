import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** What is handed out once and kept only as a hash: session cookies, API keys, invitations. */
export const newSecret = (bytes: number) => randomBytes(bytes).toString('base64url')

export const hashSecret = (secret: string) => hash('sha256', secret, 'buffer')

/**
 * The CSRF token follows from the session's cookie, so it needs no storage; knowing it does not reveal the cookie.
 */
export const csrfTokenOf = (sessionToken: string) =>
  createHmac('sha256', sessionToken).update('csrf').digest('base64url')

export function isCsrfToken(given: string, sessionToken: string): boolean {
  const expected = Buffer.from(csrfTokenOf(sessionToken))
  const actual = Buffer.from(given)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
