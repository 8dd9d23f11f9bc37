import { contract } from '@parlance/contract'
import { hashSecret } from '../../http/secrets.ts'
import { implement } from '../../implement.ts'
import { describeInvitation } from '../organizations/index.ts'
import { assertToken } from './token-throttle.ts'

export const getInvite = implement(contract.getInvite, async ({ db }, call) => {
  const tokenHash = hashSecret(call.params.token)
  const { expiresAt, ...told } = await assertToken(db, call, () => describeInvitation(db, tokenHash, call.now))
  return { ...told, expiresAt: expiresAt.toISOString() }
})
