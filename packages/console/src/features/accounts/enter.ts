import { keepCsrfToken } from '../../api/client.ts'
import { instanceQuery, queryClient, sessionQuery } from '../../api/queries.ts'
import { lastSession, type Session } from '../../api/session.ts'
import { signedInAgain } from './ask-to-sign-in.ts'
import { preferences } from './kept-preferences.ts'
import { tellTabs } from './other-tabs.ts'

/** Somebody has signed in. True when the page may go on as it is; otherwise what is on it is somebody else's. */
export function enter(session: Session): boolean {
  const { id: userId } = session.user
  const isSame = [undefined, userId].includes(lastSession()?.user.id)
  preferences.startAnew()
  keepCsrfToken(session.csrfToken)
  queryClient.setQueryData(sessionQuery.queryKey, session)
  void queryClient.invalidateQueries({ queryKey: instanceQuery.queryKey })
  tellTabs({ kind: 'entered', userId })
  if (isSame) signedInAgain()
  return isSame
}
