import { useEffect } from 'react'

/** Something that a screen can do, offered while it is shown. */
export interface PaletteAction {
  id: string
  label: string
  /** As the keyboard says it: "Ctrl+Enter". */
  shortcut?: string
  run: () => void
}

const offered = new Map<string, PaletteAction>()

/** What can be done at this moment. */
export const offeredActions = (): readonly PaletteAction[] => [...offered.values()]

/** Offers actions in the palette as long as whoever calls this is drawn. */
export function usePaletteActions(actions: readonly PaletteAction[]): void {
  useEffect(() => {
    for (const action of actions) offered.set(action.id, action)
    return () => {
      for (const { id } of actions) offered.delete(id)
    }
  })
}
