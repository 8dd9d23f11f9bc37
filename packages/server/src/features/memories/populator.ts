import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../../services.ts'
import { findBehind, populatePage } from './populate.ts'

const POLL_MS = 1_000

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
      const hasMore = await this.#populate().catch((error) => {
        this.#services.log.warn({ err: error }, 'memories could not be populated; the next poll tries again')
        return false
      })
      if (!hasMore && !signal.aborted)
        await Promise.race([woken, sleep(POLL_MS, undefined, { signal }).catch(() => {})])
    }
  }

  /** A page of each project that is behind, so that a large import does not keep the others waiting. */
  async #populate(): Promise<boolean> {
    const { db, clock, log } = this.#services
    let hasMore = false
    for (const { id } of await findBehind(db)) {
      if (this.#stop.signal.aborted) return false
      try {
        hasMore = (await populatePage(db, clock, id)) === 'more' || hasMore
      } catch (error) {
        log.warn({ err: error, projectId: id }, 'a memory could not be populated; the next poll tries again')
      }
    }
    return hasMore
  }
}
