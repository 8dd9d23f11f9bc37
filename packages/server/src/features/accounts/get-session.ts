import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { presentSession } from './session.ts'

export const getSession = implement(contract.getSession, ({ db }, { access }) => {
  const { userId, email, userName, token } = access.session
  return presentSession(db, { id: userId, email, name: userName }, token)
})
