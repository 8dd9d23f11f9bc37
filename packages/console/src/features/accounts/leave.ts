import { api, keepCsrfToken } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { queryClient, sessionQuery } from '../../api/queries.ts'

/** Ends the sign-in, here and at the service. Nothing that was loaded stays behind. */
export async function leave(): Promise<void> {
  try {
    await api.logout()
  } catch (error) {
    // It has ended already.
    if (situationOf(error) !== 'signedOut') throw error
  }
  keepCsrfToken(undefined)
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, null)
}
