import type { Services } from '../../../services.ts'
import { WorkLoop } from '../../../work-loop.ts'
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
  readonly #loop: WorkLoop

  constructor(services: Services) {
    this.#services = services
    this.#loop = new WorkLoop((loop) => this.#work(loop))
    services.feed.watch(() => this.#loop.wake())
  }

  close(): Promise<void> {
    return this.#loop.close()
  }

  async #work(loop: WorkLoop): Promise<void> {
    const left = await this.#populate(loop.signal).catch((error) => {
      this.#services.log.warn({ err: error }, 'memories could not be populated; the next poll tries again')
      return 'nothing' as const
    })
    if (left === 'more') return
    if (left === 'nothing') await loop.woken(POLL_MS)
    await loop.pause(GATHER_MS)
  }

  /**
   * A page of each project that is behind, so that a large import of values does not keep the others waiting. An import
   * into a memory does not either: whoever writes into that one is left for the next time.
   */
  async #populate(signal: AbortSignal): Promise<'more' | 'busy' | 'nothing'> {
    const { db, clock, log } = this.#services
    const busy = new Set<number | null>()
    let hasMore = false
    for (const { id, memoryId } of await findBehind(db)) {
      if (signal.aborted) return 'nothing'
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
