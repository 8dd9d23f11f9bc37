import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { presentSession, userOf } from './session.ts'

export const getSession = implement(contract.getSession, ({ db }, { access }) => {
  const { session } = access
  return presentSession(db, userOf(session), session.token)
})
