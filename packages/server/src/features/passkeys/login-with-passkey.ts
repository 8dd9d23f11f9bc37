import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { assertPasswordsCount, handOver, insertSession } from '../accounts/index.ts'
import { withOwner } from './assertion.ts'

/** The device, and that its owner was before it: two factors already. */
export const loginWithPasskey = implement(contract.loginWithPasskey, async (services, call) => {
  const { user, token } = await withOwner(services, call, call.body.credential, async (tx, owner) => {
    // Where the provider alone lets people in, it also keeps them out who have left.
    assertPasswordsCount(services.config, owner)
    const proof = { factors: 'both', way: 'passkey' } as const
    return { user: owner, token: await insertSession(tx, call, owner.id, sql`true`, proof) }
  })
  if (token === undefined) throw fault('wrongPasskey')
  return handOver(services, call, user, token)
})
