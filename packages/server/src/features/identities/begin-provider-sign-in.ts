import { contract } from '@parlance/contract'
import { hashSecret } from '../../http/secrets.ts'
import { implement } from '../../implement.ts'
import { assertToken } from '../accounts/index.ts'
import { describeInvitation } from '../organizations/index.ts'
import { assertProvider, depart } from './departure.ts'

/** An invitation is looked at before anybody is sent away, and again when they are back. */
export const beginProviderSignIn = implement(
  contract.beginProviderSignIn,
  async (services, call) => {
    const { returnTo, inviteToken } = call.body
    if (inviteToken === undefined) return depart(services, call, { returnTo })
    const tokenHash = hashSecret(inviteToken)
    await assertToken(services.db, call, () => describeInvitation(services.db, tokenHash, call.now))
    return depart(services, call, { returnTo, tokenHash })
  },
  assertProvider,
)
