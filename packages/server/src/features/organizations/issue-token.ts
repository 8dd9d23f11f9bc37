import { hashSecret, newSecret } from '../../http/secrets.ts'

const TOKEN_BYTES = 32

/** Something to be handed out once, and what is kept of it. */
export function issueToken(now: Date, lifetimeMs: number) {
  const token = newSecret(TOKEN_BYTES)
  return { token, tokenHash: hashSecret(token), expiresAt: new Date(now.getTime() + lifetimeMs) }
}
