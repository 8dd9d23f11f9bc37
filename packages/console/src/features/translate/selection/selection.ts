import type { Selection } from '../editor-context.ts'

/** The chosen keys, in the order in which they were chosen, loaded or not. */
export function createSelection(): Selection {
  const chosen = new Set<number>()
  const listeners = new Set<() => void>()
  let inOrder: readonly number[] | undefined

  /** However many keys change at once, everybody is told once, and not at all where nothing did. */
  const change = (apply: () => void) => {
    const size = chosen.size
    apply()
    if (chosen.size === size) return
    inOrder = undefined
    for (const listener of [...listeners]) listener()
  }

  return {
    get size() {
      return chosen.size
    },
    has: (keyId) => chosen.has(keyId),
    set: (keyIds, isSelected) =>
      change(() => {
        for (const keyId of keyIds) isSelected ? chosen.add(keyId) : chosen.delete(keyId)
      }),
    clear: () => change(() => chosen.clear()),
    ids: () => {
      inOrder ??= [...chosen]
      return inOrder
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What the checkbox above all rows shows. */
export function shareOf(selection: Selection, keyIds: readonly number[]): 'none' | 'some' | 'all' {
  if (selection.size === 0 || keyIds.length === 0) return 'none'
  if (selection.size >= keyIds.length && keyIds.every((keyId) => selection.has(keyId))) return 'all'
  return keyIds.some((keyId) => selection.has(keyId)) ? 'some' : 'none'
}

/** The keys from one row to another, both among them, whichever comes first: what Shift adds. */
export function between(keyIds: readonly number[], from: number, to: number): readonly number[] {
  const [first, last] = from < to ? [from, to] : [to, from]
  return keyIds.slice(Math.max(0, first), last + 1)
}
