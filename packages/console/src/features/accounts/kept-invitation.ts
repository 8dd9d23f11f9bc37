import { tabStore } from '../../tab-store.ts'

const NAME = 'parlance-invitation'

/** For the way to the identity provider and back, in this tab alone: who is asked for a second step there accepts it after it. */
export function keepInvitation(token: string | undefined): void {
  if (token === undefined) tabStore()?.removeItem(NAME)
  else tabStore()?.setItem(NAME, token)
}

/** Where it is accepted. */
export function keptInvitation(): string | undefined {
  const token = tabStore()?.getItem(NAME)
  return token ? `/invite/${encodeURIComponent(token)}` : undefined
}
