import type { Entry, Situation } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { sourceOf } from '../../http/address.ts'
import { fault, faultFor } from '../../http/errors.ts'
import { hashSecret, newSecret } from '../../http/secrets.ts'
import type { Call } from '../../implement.ts'

const CHALLENGE_BYTES = 32
export const CHALLENGE_MS = 10 * 60_000
/** Everybody may ask. So many wait for one source at a time: an office behind one address opens the page together. */
const PER_SOURCE = 1_000

/**
 * What a passkey is to sign, in base64url. Nobody but whoever asked knows it, so it is the token as well by which the
 * answer finds it again; it is kept as a hash.
 */
export async function newChallenge(
  db: Handle,
  { request, now }: Pick<Call<Entry>, 'request' | 'now'>,
  sessionId: number | null,
): Promise<string> {
  const challenge = newSecret(CHALLENGE_BYTES)
  const source = sourceOf(request)
  const added = await db.run(sql`
    insert into passkey_challenges (challenge_hash, session_id, source, expires_at)
    select ${hashSecret(challenge)}::bytea, ${sessionId}::bigint, ${source}::text,
           ${new Date(now.getTime() + CHALLENGE_MS)}::timestamptz
    where ${PER_SOURCE} > (
      select count(*) from passkey_challenges where source = ${source} and expires_at > ${now})`)
  if (added === 0) throw faultFor(CHALLENGE_MS / 1000, 'tooManyLogins')
  return challenge
}

/** Takes what was signed out of what waits: of the same answer twice, at whichever instance, one finds it. */
export async function takeChallenge(db: Handle, signed: string, sessionId: number | null, now: Date): Promise<boolean> {
  const taken = await db.run(sql`
    delete from passkey_challenges
    where challenge_hash = ${hashSecret(signed)} and session_id is not distinct from ${sessionId}
      and expires_at > ${now}`)
  return taken > 0
}

/** The challenge in what the browser says it has signed; whether that is so is another matter. */
export function challengeIn(clientDataJSON: string, otherwise: Situation): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    if (typeof challenge === 'string') return challenge
  } catch {}
  throw fault(otherwise)
}
