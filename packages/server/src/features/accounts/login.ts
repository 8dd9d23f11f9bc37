import { contract } from '@parlance/contract'
import { sourceOf } from '../../http/address.ts'
import { implement } from '../../implement.ts'
import { findClaim } from './account.ts'
import { assertPassword } from './login-throttle.ts'
import { assertPasswordsCount } from './passwords-off.ts'
import { startSession } from './session.ts'

export const login = implement(contract.login, async (services, { body, now, request, reply }) => {
  const { db, config } = services
  const claim = await findClaim(db, body.email, sourceOf(request), now)
  await assertPassword(db, claim, body.password, { now, request })
  const { user, passwordHash } = claim
  if (!user || passwordHash === null) throw new Error('A password was right for nobody')
  // After it was found right: whoever guesses is not told who administers the instance.
  assertPasswordsCount(config, user)
  return startSession(services, { request, reply, now }, user, passwordHash)
})
