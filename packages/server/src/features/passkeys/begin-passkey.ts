import { contract, limits } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { assertConfirmed } from '../accounts/index.ts'
import { CHALLENGE_MS, newChallenge } from './challenges.ts'
import { handleOf } from './handle.ts'
import { relyingPartyOf } from './relying-party.ts'
import { ALGORITHMS, webauthn } from './webauthn.ts'

interface Owner {
  handle: string
  name: string
  email: string
  has: { id: string; transports: string[] }[]
}

export const beginPasskey = implement(
  contract.beginPasskey,
  async (services, call) => {
    const { db } = services
    const { session, userId } = call.access
    const party = relyingPartyOf(services, call.request)
    const { handle, name, email, has } = await db.one<Owner>(sql`
      select u.passkey_handle as handle, u.name, u.email, coalesce((
        select json_agg(json_build_object('id', p.credential_id, 'transports', p.transports) order by p.id)
        from passkeys p where p.user_id = u.id), '[]') as has
      from users u where u.id = ${userId}`)
    if (has.length >= limits.passkeys)
      throw fault('quotaExceeded', { metric: 'passkeys', current: has.length, limit: limits.passkeys })
    const challenge = await newChallenge(db, call, session.sessionId)
    const { generateRegistrationOptions } = await webauthn()
    const options = await generateRegistrationOptions({
      rpName: 'Parlance',
      rpID: party.id,
      userName: email,
      userDisplayName: name,
      userID: new Uint8Array(Buffer.from(handleOf(handle), 'base64url')),
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      timeout: CHALLENGE_MS,
      supportedAlgorithmIDs: ALGORITHMS,
      attestationType: 'none',
      // Each device once: a second passkey there would take the place of the first.
      excludeCredentials: has,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    return { options: { ...options } }
  },
  assertConfirmed,
)
