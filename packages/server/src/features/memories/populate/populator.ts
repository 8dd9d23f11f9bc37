import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../../../services.ts'
import { findBehind, populatePage } from './populate.ts'

const POLL_MS = 1_000
/** Woken by every write of every project, it looks around at most this often: what comes meanwhile is stored together. */
const GATHER_MS = 100

/**
 * Follows the changes and stores what was translated in the writable memories. Any number of processes may do this side
 * by side: a project's position is locked by whoever moves it.
 */
export class Populator {
  readonly #services: Services
  readonly #stop = new AbortController()
  #wake = Promise.withResolvers<void>()
  readonly #running: Promise<void>

  constructor(services: Services) {
    this.#services = services
    services.feed.watch(() => this.#wake.resolve())
    this.#running = this.#run()
  }

  async close(): Promise<void> {
    this.#stop.abort()
    this.#wake.resolve()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      this.#wake = Promise.withResolvers<void>()
      const { promise: woken } = this.#wake
      const left = await this.#populate().catch((error) => {
        this.#services.log.warn({ err: error }, 'memories could not be populated; the next poll tries again')
        return 'nothing' as const
      })
      if (left === 'more' || signal.aborted) continue
      if (left === 'nothing') await wokenWithin(POLL_MS, woken)
      await sleep(GATHER_MS)
    }
  }

  /**
   * A page of each project that is behind, so that a large import of values does not keep the others waiting. Nor does an
   * import into a memory: whoever writes into that one is left for the next time.
   */
  async #populate(): Promise<'more' | 'busy' | 'nothing'> {
    const { db, clock, log } = this.#services
    const busy = new Set<number | null>()
    let hasMore = false
    for (const { id, memoryId } of await findBehind(db)) {
      if (this.#stop.signal.aborted) return 'nothing'
      if (busy.has(memoryId)) continue
      try {
        const outcome = await populatePage(db, clock, id)
        if (outcome === 'busy') busy.add(memoryId)
        hasMore ||= outcome === 'more'
      } catch (error) {
        log.warn({ err: error, projectId: id }, 'a memory could not be populated; the next poll tries again')
      }
    }
    if (hasMore) return 'more'
    return busy.size > 0 ? 'busy' : 'nothing'
  }
}

async function wokenWithin(ms: number, woken: Promise<void>): Promise<void> {
  const timer = new AbortController()
  await Promise.race([woken, sleep(ms, undefined, { signal: timer.signal }).catch(() => {})])
  timer.abort()
}
