import { useCallback, useSyncExternalStore } from 'react'
import type { Person, Presence, ValueRef } from './editor-context.ts'
import { Listeners, refId } from './listeners.ts'
import type { Timers } from './save-queue.ts'

/** The service believes it for 30 seconds. */
const AGAIN_MS = 20_000
const BELIEVED_MS = 30_000
/** Who goes from row to row is told of where they stay. */
const SETTLED_MS = 300

const NOBODY: readonly Person[] = []

/** `tell` is for the service: it does not matter much if it fails. */
export function createPresence(tell: (ref: ValueRef | undefined) => Promise<void>, timers: Timers): Presence {
  const places = new Map<number, { id: string; timer: unknown }>()
  const people = new Map<string, readonly Person[]>()
  const listeners = new Listeners()
  let timer: unknown
  let isTold = false

  const set = (id: string, present: readonly Person[]) => {
    if (present.length > 0) people.set(id, present)
    else people.delete(id)
    listeners.tell(id)
  }
  const leave = (userId: number) => {
    const place = places.get(userId)
    if (!place) return
    timers.clear(place.timer)
    places.delete(userId)
    set(
      place.id,
      (people.get(place.id) ?? NOBODY).filter((person) => person.userId !== userId),
    )
  }
  const stay = (ref: ValueRef) => {
    isTold = true
    void tell(ref).catch(() => {})
    timer = timers.set(() => stay(ref), AGAIN_MS)
  }
  const go = () => {
    isTold = false
    void tell(undefined).catch(() => {})
  }
  return {
    at: (ref) => people.get(refId(ref)) ?? NOBODY,
    subscribe: (ref, listener) => listeners.subscribe(refId(ref), listener),
    hear(person, ref) {
      leave(person.userId)
      if (!ref) return
      const id = refId(ref)
      places.set(person.userId, { id, timer: timers.set(() => leave(person.userId), BELIEVED_MS) })
      set(id, [...(people.get(id) ?? NOBODY), person])
    },
    goTo(ref) {
      timers.clear(timer)
      if (ref) timer = timers.set(() => stay(ref), SETTLED_MS)
      else if (isTold) timer = timers.set(go, SETTLED_MS)
    },
  }
}

export function usePeopleAt({ keyId, locale }: ValueRef, presence: Presence): readonly Person[] {
  const subscribe = useCallback(
    (listener: () => void) => presence.subscribe({ keyId, locale }, listener),
    [presence, keyId, locale],
  )
  return useSyncExternalStore(subscribe, () => presence.at({ keyId, locale }))
}
