import { useCallback, useSyncExternalStore } from 'react'
import { useEditor, type ValueRef } from './editor-context.ts'

/** The text of a value as somebody left it: their draft, else what the service has. */
export function useValueText({ keyId, locale }: ValueRef): { text: string; hasDraft: boolean } {
  const { rows, drafts } = useEditor()
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [rows.subscribe(keyId, listener), drafts.subscribe({ keyId, locale }, listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [rows, drafts, keyId, locale],
  )
  const draft = useSyncExternalStore(subscribe, () => drafts.get({ keyId, locale }))
  const value = useSyncExternalStore(subscribe, () => rows.get(keyId)?.translations[locale]?.value ?? '')
  return { text: draft?.text ?? value, hasDraft: draft !== undefined }
}
