import { contract, limits } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import { type Call, implement } from '../../implement.ts'
import type { Services } from '../../services.ts'
import { assertConfirmed, holdAccount } from '../accounts/index.ts'
import { recordOwnEntry } from '../audit/index.ts'
import { challengeIn, takeChallenge } from './challenges.ts'
import { type PasskeyRow, passkeyColumns, presentPasskey } from './passkey.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'
import { ALGORITHMS, webauthn, withoutMaker } from './webauthn.ts'

type Adding = Call<typeof contract.createPasskey>

export const createPasskey = implement(
  contract.createPasskey,
  async (services, call) => {
    const { access, body, now } = call
    const { userId } = access
    const { id, publicKey, counter } = await registered(services, call)
    return transaction(services.db, async (tx) => {
      // Whoever adds another, or removes the last but one, waits.
      await holdAccount(tx, access)
      const { current } = await tx.one<{ current: number }>(sql`
        select count(*) as current from passkeys where user_id = ${userId}`)
      if (current >= limits.passkeys)
        throw fault('quotaExceeded', { metric: 'passkeys', current, limit: limits.passkeys })
      const created = await tx.row<PasskeyRow>(sql`
        insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
        values (${userId}, ${id}, ${Buffer.from(publicKey)}, ${counter},
                ${body.credential.response.transports ?? []}, ${body.name}, ${now})
        on conflict (credential_id) do nothing
        returning ${passkeyColumns}`)
      if (!created) throw fault('passkeyNotTaken')
      await recordOwnEntry(tx, 'passkey.added', userId, call)
      return presentPasskey(created)
    })
  },
  assertConfirmed,
)

/** The passkey that was made for the challenge of this session, with its owner before it. */
async function registered(services: Services, { access, body, request, now }: Adding) {
  const { credential } = body
  const party = relyingPartyOf(services, request)
  const challenge = challengeIn(credential.response.clientDataJSON, 'passkeyNotTaken')
  if (!(await takeChallenge(services.db, challenge, access.session.sessionId, now))) throw fault('passkeyNotTaken')
  const { verified, registrationInfo } = await verify(party, challenge, credential).catch((error) => {
    throw Object.assign(fault('passkeyNotTaken'), { cause: error })
  })
  if (!verified) throw fault('passkeyNotTaken')
  return registrationInfo.credential
}

async function verify(
  party: RelyingParty,
  challenge: string,
  { response, ...credential }: Adding['body']['credential'],
) {
  const { verifyRegistrationResponse } = await webauthn()
  const attestationObject = await withoutMaker(response.attestationObject)
  return verifyRegistrationResponse({
    response: {
      ...credential,
      response: { ...response, attestationObject },
      clientExtensionResults: {},
    } as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  })
}
