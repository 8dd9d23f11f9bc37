import { useSyncExternalStore } from 'react'

interface Connection {
  state: 'live' | 'reconnecting' | 'offline'
  /** Saves that were not answered yet. */
  waiting: number
}

const waiting = new Map<number, number>()
/** Streams that are being opened again. */
const broken = new Set<number>()
const listeners = new Set<() => void>()

const read = (): Connection => ({
  state: !navigator.onLine ? 'offline' : broken.size > 0 ? 'reconnecting' : 'live',
  waiting: [...waiting.values()].reduce((sum, count) => sum + count, 0),
})

/** The same object until something changes: React compares. */
let known = read()

function update(): void {
  const next = read()
  if (next.state === known.state && next.waiting === known.waiting) return
  known = next
  for (const listener of listeners) listener()
}

addEventListener('online', update)
addEventListener('offline', update)

export function reportWaiting(projectId: number, count: number): void {
  waiting.set(projectId, count)
  update()
}

export function reportStream(projectId: number, isBroken: boolean): void {
  if (isBroken) broken.add(projectId)
  else broken.delete(projectId)
  update()
}

/** How the page and the service hear of each other at the moment. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => known)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
