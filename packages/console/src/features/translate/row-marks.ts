import { useMemo, useSyncExternalStore } from 'react'
import type { Drafts, Freshness, Person, Presence, Rows, SaveState, Saves } from './editor-context.ts'

/** Where a row finds what it shows. */
export interface RowStores {
  rows: Rows
  drafts: Drafts
  saves: Saves
  freshness: Freshness
  presence: Presence
}

/** What a row shows of a value beside what the service has. */
export interface ValueMarks {
  /** What this person wrote and the service does not have yet: a draft, or a save that was not answered. */
  own: string | undefined
  hasDraft: boolean
  state: SaveState
  isFresh: boolean
}

interface RowMarks {
  /** Who else has the value open that is translated. */
  people: readonly Person[]
  /** In the order of the languages. */
  values: readonly ValueMarks[]
}

/** All of them by one subscription: rows come and go by the dozen when somebody scrolls, and each would cost. */
export function useRowMarks(stores: RowStores, keyId: number, codes: readonly string[], locale: string): RowMarks {
  const marks = useMemo(() => marksOf(stores, keyId, codes, locale), [stores, keyId, codes, locale])
  return useSyncExternalStore(marks.subscribe, marks.get)
}

function marksOf(stores: RowStores, keyId: number, codes: readonly string[], locale: string) {
  const { drafts, saves, freshness, presence } = stores
  const refs = codes.map((code) => ({ keyId, locale: code }))
  const here = { keyId, locale }
  let last: RowMarks | undefined
  return {
    /** The same object until something of it changes. */
    get(): RowMarks {
      const people = presence.at(here)
      const values = refs.map((ref): ValueMarks => {
        const draft = drafts.get(ref)
        return {
          own: draft?.text ?? saves.pendingText(ref),
          hasDraft: draft !== undefined,
          state: saves.stateOf(ref),
          isFresh: freshness.has(ref),
        }
      })
      const before = last
      if (before?.people === people && values.every((value, at) => isSame(value, before.values[at]))) return before
      last = { people, values }
      return last
    },
    subscribe(listener: () => void): () => void {
      const stops = refs.flatMap((ref) => [drafts, saves, freshness].map((store) => store.subscribe(ref, listener)))
      stops.push(presence.subscribe(here, listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

const isSame = (one: ValueMarks, other: ValueMarks | undefined) =>
  one.own === other?.own &&
  one.hasDraft === other?.hasDraft &&
  one.state === other.state &&
  one.isFresh === other.isFresh
