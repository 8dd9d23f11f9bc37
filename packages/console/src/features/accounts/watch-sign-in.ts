import { situationOf } from '../../api/errors.ts'
import { queryClient, sessionQuery } from '../../api/queries.ts'
import { lastSession } from '../../api/session.ts'
import { askToSignIn } from './ask-to-sign-in.ts'

const isOfSession = (key: readonly unknown[]) => key[0] === sessionQuery.queryKey[0]

/** To be called once: whatever is asked for in vain because the sign-in has ended is asked for again after the next one. */
export function watchSignIn(): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !lastSession()) return
    const { query, action } = event
    const hasEnded = action.type === 'success' && isOfSession(query.queryKey) && action.data === null
    const isRefused = action.type === 'error' && situationOf(action.error) === 'signedOut'
    if (!hasEnded && !isRefused) return
    const askAnew = () => (hasEnded ? undefined : queryClient.invalidateQueries({ queryKey: query.queryKey }))
    void askToSignIn({ isQuiet: isWriting() }).then(askAnew)
  })
}

/** Nobody has asked for what was refused just now: whoever is in the middle of a text is asked with the next save. */
const isWriting = () => document.activeElement?.matches('[contenteditable="true"], textarea') ?? false
