import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { CHALLENGE_MS, newChallenge } from './challenges.ts'
import { relyingPartyOf } from './relying-party.ts'

/** No passkey is named: which there are for whom is nobody's business, and the browser knows its own. */
export const beginPasskeyLogin = implement(contract.beginPasskeyLogin, async (services, call) => {
  const { id: rpId } = relyingPartyOf(services, call.request)
  const challenge = await newChallenge(services.db, call, null)
  return { options: { challenge, rpId, timeout: CHALLENGE_MS, userVerification: 'required', allowCredentials: [] } }
})
