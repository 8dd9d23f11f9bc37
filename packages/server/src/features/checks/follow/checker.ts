import type { Services } from '../../../services.ts'
import { WorkLoop } from '../../../work-loop.ts'
import { Examiner } from './examiner.ts'
import { type Behind, begin, findBehind } from './position.ts'
import { checkKeys, followChanges, type Left } from './step.ts'
import { markKeysOfTerms } from './terms.ts'

const POLL_MS = 1_000
/** Woken by every write of every project, it waits for so long: what comes meanwhile is looked at together. */
const GATHER_MS = 200
/** While requests come in it waits longer, but no longer than this: what was written is checked within two seconds. */
const LONGEST_GATHER_MS = 1_000
/** While requests come in, so long between two steps of what takes many. */
const MAKE_WAY_MS = 20

/**
 * Follows the changes and stores what is wrong with values. Any number of processes may do this side by side: a project's
 * position is locked by whoever moves it.
 */
export class Checker {
  readonly #services: Services
  readonly #examiner = new Examiner()
  readonly #loop: WorkLoop

  constructor(services: Services) {
    this.#services = services
    this.#loop = new WorkLoop((loop) => this.#work(loop))
    services.feed.watch(() => this.#loop.wake())
  }

  async close(): Promise<void> {
    await this.#loop.close()
    await this.#examiner.close()
  }

  async #work(loop: WorkLoop): Promise<void> {
    const left = await this.#checkAll(loop.signal).catch((error) => {
      this.#services.log.warn({ err: error }, 'values could not be checked; the next poll tries again')
      return 'nothing' as const
    })
    const { traffic } = this.#services
    if (left !== 'nothing') return traffic.isQuiet ? undefined : loop.pause(MAKE_WAY_MS)
    await loop.woken(POLL_MS)
    for (let waited = 0; waited < (traffic.isQuiet ? GATHER_MS : LONGEST_GATHER_MS); waited += GATHER_MS) {
      await loop.pause(GATHER_MS)
    }
  }

  /** A step of each project that is behind, so that a large one does not keep the others waiting. */
  async #checkAll(signal: AbortSignal): Promise<'something' | 'nothing'> {
    const { db, log } = this.#services
    await this.#markTerms(signal)
    let hasMore = false
    for (const behind of await findBehind(db)) {
      if (signal.aborted) return 'nothing'
      try {
        hasMore = (await this.#check(behind)) !== 'nothing' || hasMore
      } catch (error) {
        log.warn({ err: error, projectId: behind.id }, 'a project could not be checked; the next poll tries again')
      }
    }
    return hasMore ? 'something' : 'nothing'
  }

  /** What the glossaries say otherwise than before is no change of a project: the keys that it is about are marked. */
  async #markTerms(signal: AbortSignal): Promise<void> {
    const { db, clock, log } = this.#services
    await markKeysOfTerms(db, clock, signal).catch((error) => {
      log.warn({ err: error }, 'keys with changed terms could not be found; the next poll tries again')
    })
  }

  /** Keys come when no changes are left, which may still ask for the same keys. */
  async #check({ id, isNew, hasChanges, hasKeys }: Behind): Promise<Left> {
    const worker = { ...this.#services, examiner: this.#examiner }
    if (isNew) await begin(worker.db, id)
    const left = hasChanges ? await followChanges(worker, id) : 'nothing'
    return left === 'keys' || (left === 'nothing' && (hasKeys || isNew)) ? checkKeys(worker, id) : left
  }
}
