import type { Freshness, Rows } from './editor-context.ts'
import { Listeners, refId } from './listeners.ts'

const FRESH_MS = 2_000
/** It was told that a value changed; if it does not come so soon, nobody sees it change. */
const EXPECTED_MS = 5_000

export function createFreshness(rows: Rows): Freshness {
  const fresh = new Set<string>()
  const listeners = new Listeners()
  const set = (id: string, isFresh: boolean) => {
    if (isFresh) fresh.add(id)
    else fresh.delete(id)
    listeners.tell(id)
  }
  return {
    expect(ref) {
      const id = refId(ref)
      const timeOf = () => rows.get(ref.keyId)?.translations[ref.locale]?.updatedAt
      const before = timeOf()
      const stop = rows.subscribe(ref.keyId, () => {
        if (timeOf() === before) return
        stop()
        set(id, true)
        setTimeout(() => set(id, false), FRESH_MS)
      })
      setTimeout(stop, EXPECTED_MS)
    },
    has: (ref) => fresh.has(refId(ref)),
    subscribe: (ref, listener) => listeners.subscribe(refId(ref), listener),
  }
}
