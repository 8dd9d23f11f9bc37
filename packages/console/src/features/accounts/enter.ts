import { keepCsrfToken } from '../../api/client.ts'
import { instanceQuery, queryClient, sessionQuery } from '../../api/queries.ts'
import type { Session } from '../../api/session.ts'

/** Somebody has signed in: from now on the console is theirs. */
export function enter(session: Session): void {
  keepCsrfToken(session.csrfToken)
  queryClient.setQueryData(sessionQuery.queryKey, session)
  void queryClient.invalidateQueries({ queryKey: instanceQuery.queryKey })
}
