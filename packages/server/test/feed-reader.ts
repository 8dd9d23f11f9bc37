import fc from 'fast-check'
import type { CommittedChange, Feed } from '../src/changes/feed.ts'

/** `leave` stops amid a page, `abort` after one, `hang up` whenever the time has come, mostly while it waits. */
export const cut = fc.record({
  how: fc.constantFrom('leave', 'abort', 'hang up'),
  after: fc.integer({ min: 0, max: 30 }),
})
type Cut = typeof cut extends fc.Arbitrary<infer C> ? C : never

export interface Reader {
  seen: CommittedChange[]
  stop(): Promise<void>
}

/** Follows a project, is cut off as planned, and each time goes on after the last change it took. */
export function startReader(feed: Feed, projectId: number, cuts: readonly Cut[] = []): Reader {
  const seen: CommittedChange[] = []
  const end = new AbortController()
  const follow = async ({ how, after }: Cut | { how: 'stay'; after: number }) => {
    const hangUp = new AbortController()
    const signal = AbortSignal.any([hangUp.signal, end.signal])
    const timer = how === 'hang up' ? setTimeout(() => hangUp.abort(), after) : undefined
    const upTo = seen.length + after
    for await (const page of feed.follow(projectId, seen.at(-1)?.seq ?? 0, signal)) {
      for (const change of page) {
        if (how === 'leave' && seen.length >= upTo) return
        seen.push(change)
      }
      if (how === 'abort' && seen.length >= upTo) hangUp.abort()
    }
    clearTimeout(timer)
  }
  const done = (async () => {
    for (const planned of cuts) await follow(planned)
    await follow({ how: 'stay', after: 0 })
  })()
  const stop = () => {
    end.abort()
    return done
  }
  return { seen, stop }
}
