import { contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { handOver, insertSession } from '../accounts/index.ts'
import { withOwner } from './assertion.ts'

/** The device, and that its owner was before it: two factors already. */
export const loginWithPasskey = implement(contract.loginWithPasskey, async (services, call) => {
  const { user, token } = await withOwner(services, call, call.body.credential, async (tx, user) => ({
    user,
    token: await insertSession(tx, call, user.id, sql`true`, 'both'),
  }))
  if (token === undefined) throw fault('wrongPasskey')
  return handOver(services, call, user, token)
})
