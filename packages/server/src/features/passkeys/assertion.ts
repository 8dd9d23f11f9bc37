import type { Body, contract, Entry } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import type { Call } from '../../implement.ts'
import type { Services } from '../../services.ts'
import type { UserRow } from '../accounts/index.ts'
import { challengeIn, takeChallenge } from './challenges.ts'
import { handleOf } from './handle.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'
import { webauthn } from './webauthn.ts'

type Credential = Body<typeof contract.loginWithPasskey>['credential']

interface KnownPasskey {
  id: number
  credentialId: string
  publicKey: Buffer
  counter: number
  handle: string
  user: UserRow
}

/**
 * Does `work` for the owner of a passkey that has signed one of our challenges just now. The challenge is gone at once,
 * whatever comes of it. The row of the passkey is held: of two answers at one moment the second is looked at with the
 * counter of the first.
 */
export async function withOwner<T>(
  services: Pick<Services, 'address' | 'db' | 'log'>,
  { request, now }: Pick<Call<Entry>, 'request' | 'now'>,
  credential: Credential,
  work: (tx: Transaction, owner: UserRow) => Promise<T>,
): Promise<T> {
  const { db, log } = services
  const party = relyingPartyOf(services, request)
  const challenge = challengeIn(credential.response.clientDataJSON, 'wrongPasskey')
  if (!(await takeChallenge(db, challenge, null, now))) throw fault('wrongPasskey')
  return transaction(db, async (tx) => {
    const known = await tx.row<KnownPasskey>(sql`
      select p.id, p.credential_id as "credentialId", p.public_key as "publicKey", p.counter,
             u.passkey_handle as handle, json_build_object(
               'id', u.id, 'email', u.email, 'name', u.name, 'isInstanceAdmin', u.is_instance_admin) as user
      from passkeys p join users u on u.id = p.user_id and u.is_active
      where p.credential_id = ${credential.id}
      for update of p`)
    if (!known || !isOfOwner(known, credential)) throw fault('wrongPasskey')
    const counter = await verify(party, challenge, known, credential).catch((error) => {
      // A counter that goes back is told here, too: it may be a copy.
      log.info({ err: error, passkeyId: known.id, userId: known.user.id }, 'the answer of a passkey was refused')
      throw fault('wrongPasskey')
    })
    await tx.run(sql`update passkeys set counter = ${counter}, last_used_at = ${now} where id = ${known.id}`)
    return work(tx, known.user)
  })
}

/** A passkey that names somebody names its owner. */
const isOfOwner = ({ handle }: KnownPasskey, { response: { userHandle } }: Credential) =>
  userHandle === undefined || userHandle === handleOf(handle)

/** Throws of what is no answer of this passkey to this challenge on a page of ours. Returns how often it has signed. */
async function verify(party: RelyingParty, challenge: string, known: KnownPasskey, credential: Credential) {
  const { credentialId, publicKey, counter } = known
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: true,
  })
  if (!verified) throw new Error('The signature is not of this passkey')
  return authenticationInfo.newCounter
}
