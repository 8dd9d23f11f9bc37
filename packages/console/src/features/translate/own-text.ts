import { useCallback, useSyncExternalStore } from 'react'
import type { Drafts, Saves, ValueRef } from './editor-context.ts'

/** What this person wrote and the service does not have yet: a draft, or a save that was not answered. */
export function useOwnText({ keyId, locale }: ValueRef, drafts: Drafts, saves: Saves): string | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [drafts.subscribe({ keyId, locale }, listener), saves.subscribe({ keyId, locale }, listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [drafts, saves, keyId, locale],
  )
  return useSyncExternalStore(
    subscribe,
    () => drafts.get({ keyId, locale })?.text ?? saves.pendingText({ keyId, locale }),
  )
}
