import type { Services } from './services.ts'

const EVERY_MS = 10 * 60_000

/** One kind of what becomes too old or is no longer referred to, and what is said when it cannot be removed. */
export interface Sweep {
  step(services: Services, patience: AbortSignal): Promise<void>
  trouble: string
}

/** Clears away, now and then, what nobody needs any more. Every instance may. */
export class Sweeper {
  readonly #timer: NodeJS.Timeout
  readonly #closing = new AbortController()
  #sweeping: Promise<void> = Promise.resolve()

  constructor(services: Services, sweeps: readonly Sweep[]) {
    this.#timer = setInterval(() => {
      this.#sweeping = sweep(services, sweeps, this.#closing.signal)
    }, EVERY_MS).unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closing.abort()
    await this.#sweeping
  }
}

/** Each step stands on its own: a bucket that refuses must not let the disk fill up. Trouble is told, never thrown. */
export async function sweep(services: Services, sweeps: readonly Sweep[], closing?: AbortSignal): Promise<void> {
  const patience = AbortSignal.any([AbortSignal.timeout(EVERY_MS), ...(closing ? [closing] : [])])
  for (const { step, trouble } of sweeps) {
    if (closing?.aborted) return
    await step(services, patience).catch((error) => {
      if (!closing?.aborted) services.log.warn({ err: error }, trouble)
    })
  }
}
