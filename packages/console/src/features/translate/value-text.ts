import { useCallback, useSyncExternalStore } from 'react'
import { type SaveState, useEditor, type ValueRef } from './editor-context.ts'

interface ValueText {
  /** As somebody left it: their draft, else what is on its way, else what the service has. */
  text: string
  /** Without the draft. */
  saved: string
  hasDraft: boolean
  state: SaveState
  isGone: boolean
}

/** Everything about a value that changes while its row is open. */
export function useValueText({ keyId, locale }: ValueRef): ValueText {
  const { rows, drafts, saves } = useEditor()
  const subscribe = useCallback(
    (listener: () => void) => {
      const ref = { keyId, locale }
      const stops = [rows.subscribe(keyId, listener), drafts.subscribe(ref, listener), saves.subscribe(ref, listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [rows, drafts, saves, keyId, locale],
  )
  const ref = { keyId, locale }
  const draft = useSyncExternalStore(subscribe, () => drafts.get(ref))
  const pending = useSyncExternalStore(subscribe, () => saves.pendingText(ref))
  const value = useSyncExternalStore(subscribe, () => rows.get(keyId)?.translations[locale]?.value ?? '')
  const state = useSyncExternalStore(subscribe, () => saves.stateOf(ref))
  const isGone = useSyncExternalStore(subscribe, () => rows.isGone(keyId))
  const saved = pending ?? value
  return { text: draft?.text ?? saved, saved, hasDraft: draft !== undefined, state, isGone }
}
