import type { Draft, Drafts, SaveState, Saves, ValueRef } from './editor-context.ts'

/** Stands in until `createDrafts` and `createSaves` have landed: forgets everything with the page. */
const IDLE: SaveState = { kind: 'idle' }
const nothing = () => {}
const subscribeToNothing = () => nothing

export function standInDrafts(): Drafts {
  const drafts = new Map<string, Draft>()
  const place = ({ keyId, locale }: ValueRef) => `${keyId} ${locale}`
  return {
    get: (ref) => drafts.get(place(ref)),
    set: (ref, text) =>
      drafts.set(place(ref), { ...ref, text, base: { value: null, updatedAt: null }, changedAt: Date.now() }),
    discard: (ref) => drafts.delete(place(ref)),
    all: () => [],
    subscribe: subscribeToNothing,
    subscribeAll: subscribeToNothing,
  }
}

export const standInSaves = (): Saves => ({
  save: nothing,
  setStatus: nothing,
  stateOf: () => IDLE,
  pendingText: () => undefined,
  subscribe: subscribeToNothing,
  waiting: 0,
  subscribeAll: subscribeToNothing,
  tryAgain: nothing,
  keepMine: nothing,
  useTheirs: nothing,
  undo: nothing,
  lastSaved: undefined,
})
