import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { queryClient, sessionQuery } from '../../api/queries.ts'
import { lastSession } from '../../api/session.ts'
import { signedInAgain } from './ask-to-sign-in.ts'
import { onWordOfTab, tellTabs } from './other-tabs.ts'

let hasLeft = false

/** Ends the sign-in at the service and in all tabs; then another page. */
export async function leave(next?: string): Promise<void> {
  try {
    await api.logout()
  } catch (error) {
    // It has ended already.
    if (situationOf(error) !== 'signedOut') throw error
  }
  tellTabs({ kind: 'left' })
  goOut(next ?? '/sign-in')
}

/** Whatever was loaded goes with the page. A browser that shows the page once more finds it empty, and loads it anew. */
function goOut(address: string): void {
  hasLeft = true
  document.body.hidden = true
  location.replace(address)
}

/** To be called once: what becomes of a page whose sign-in ended, or began anew, in another tab. */
export function followOtherTabs(): void {
  window.addEventListener('pageshow', () => hasLeft && location.reload())
  onWordOfTab(async (word) => {
    const user = lastSession()?.user
    if (!user) return
    if (word.kind === 'left') return goOut(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
    if (word.userId !== user.id) return location.reload()
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    signedInAgain()
  })
}
