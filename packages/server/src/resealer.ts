import { setTimeout as sleep } from 'node:timers/promises'
import { resealAll } from './reseal.ts'
import type { Services } from './services.ts'

const TRY_AGAIN_MS = 5_000
const TOLD_UNREADABLE = 20

/**
 * After a change of SECRET_KEY: seals what former keys sealed anew, once for each start, and says when they can go. An
 * instance that still runs with a former key goes on sealing with it, so what the last one to start says counts.
 */
export class Resealer {
  readonly #stop = new AbortController()
  readonly #ended: Promise<void>

  constructor(services: Services) {
    this.#ended = services.secrets.hasFormerKeys ? this.#run(services) : Promise.resolve()
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await this.#ended
  }

  async #run(services: Services): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      try {
        await this.#resealAndTell(services)
        return
      } catch (error) {
        services.log.warn({ err: error }, 'secrets could not be sealed anew yet')
        await sleep(TRY_AGAIN_MS, undefined, { signal, ref: false }).catch(() => {})
      }
    }
  }

  async #resealAndTell({ db, secrets, config, log }: Services): Promise<void> {
    const { count, unreadable } = await resealAll(db, secrets, this.#stop.signal)
    if (this.#stop.signal.aborted) return
    if (unreadable.length > 0) {
      const details = { count: unreadable.length, secrets: unreadable.slice(0, TOLD_UNREADABLE) }
      log.warn(details, 'some secrets were sealed under keys that are not here: regenerate them')
    }
    const former = config.secretKeyPrevious === undefined ? 'the file secret.key' : 'SECRET_KEY_PREVIOUS'
    const now = config.secretKey === undefined ? 'the file secret.key' : 'SECRET_KEY'
    log.info({ resealed: count }, `secrets are sealed with ${now}; ${former} can go when all instances have said so`)
  }
}
