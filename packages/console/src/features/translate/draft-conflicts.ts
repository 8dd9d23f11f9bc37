import { judge, type Version } from './conflict.ts'
import type { KeptDrafts } from './drafts.ts'
import type { Draft, Row, Rows, Theirs, ValueRef } from './editor-context.ts'
import type { SaveStates } from './save-states.ts'

interface Followed {
  rows: Rows
  drafts: KeptDrafts
  states: SaveStates
  whoChanged(ref: ValueRef): Promise<string | undefined>
  /** On its way: its answer will tell. */
  isPending(ref: ValueRef): boolean
  onConflict(ref: ValueRef): void
}

export function versionOf(row: Row | undefined, locale: string): Version {
  const { value = null, updatedAt = null } = row?.translations[locale] ?? {}
  return { value, updatedAt }
}

/** Holds each draft against what the service has, as soon as either changes: what they wrote is never missed. */
export function followDrafts(followed: Followed): () => void {
  const { rows, drafts } = followed
  const following = new Map<number, () => void>()

  const look = (draft: Draft) => lookAt(draft, followed)
  const lookAtKey = (keyId: number) => {
    for (const draft of drafts.all()) if (draft.keyId === keyId) look(draft)
  }
  const follow = () => {
    const keyIds = new Set(drafts.all().map(({ keyId }) => keyId))
    for (const [keyId, unfollow] of following) {
      if (keyIds.has(keyId)) continue
      unfollow()
      following.delete(keyId)
    }
    for (const keyId of keyIds) {
      if (following.has(keyId)) continue
      following.set(
        keyId,
        rows.subscribe(keyId, () => lookAtKey(keyId)),
      )
      lookAtKey(keyId)
    }
  }
  follow()
  const unsubscribe = drafts.subscribeAll(follow)
  return () => {
    unsubscribe()
    for (const unfollow of following.values()) unfollow()
  }
}

function lookAt(draft: Draft, { rows, drafts, states, isPending, whoChanged, onConflict }: Followed): void {
  const row = rows.get(draft.keyId)
  if (!row || isPending(draft)) return
  const current = versionOf(row, draft.locale)
  const state = states.get(draft)
  const verdict = judge(draft.base, draft.text, current)
  if (verdict === 'same' || verdict === 'rebase') {
    if (state.kind === 'conflict') states.set(draft, { kind: 'idle' })
    drafts.rebase(draft, current)
  }
  if (verdict !== 'conflict' || isKnown(state, current)) return
  const { status = 'not_translated', updatedBy = null } = row.translations[draft.locale] ?? {}
  showConflict(draft, { ...current, status, updatedBy, name: undefined }, { states, whoChanged })
  onConflict(draft)
}

/** Told before, maybe by an answer that knows more than the row does. */
function isKnown(state: ReturnType<SaveStates['get']>, current: Version): boolean {
  if (state.kind !== 'conflict' || state.theirs.updatedAt === null) return false
  return current.updatedAt === null || Date.parse(current.updatedAt) <= Date.parse(state.theirs.updatedAt)
}

/** At once; their name follows when it is known. */
export function showConflict(
  ref: ValueRef,
  theirs: Theirs,
  { states, whoChanged }: Pick<Followed, 'states' | 'whoChanged'>,
): void {
  states.set(ref, { kind: 'conflict', theirs })
  whoChanged(ref).then(
    (name) => name !== undefined && states.setName(ref, theirs, name),
    // Who it was would be good to know, no more.
    () => {},
  )
}
