import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Held } from '../../packages/server/test/longest-turn.ts'
import type { Figure } from './report.ts'
import type { Service } from './service.ts'

/** Gives the longest turns of the service's event loop in all pieces of work together. */
export class LoopWatch {
  #work = 0
  #clock = 0
  #idle = 0

  async during<T>(service: Service, work: () => Promise<T>): Promise<T> {
    const idle = new Worker(new URL('idle-thread.ts', import.meta.url))
    await once(idle, 'message')
    await service.ask('watch')
    const result = await work()
    const held = await service.ask('tell')
    const told = once(idle, 'message') as Promise<[Held]>
    idle.postMessage('tell')
    this.#work = Math.max(this.#work, held.work)
    this.#clock = Math.max(this.#clock, held.clock)
    this.#idle = Math.max(this.#idle, (await told)[0].clock)
    return result
  }

  /** The target is for the thread's own work: by the clock, even a loop with nothing to do may miss it. */
  figures(scenario: string, title: string): Figure[] {
    return [
      {
        scenario,
        measure: `${title}, longest turn of the event loop`,
        unit: 'ms',
        product: this.#work,
        target: { of: 'product', is: '≤', value: 50 },
      },
      { scenario, measure: `${title}, the same by the clock`, unit: 'ms', product: this.#clock, limit: this.#idle },
    ]
  }
}
