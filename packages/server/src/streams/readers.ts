import type { Subscription } from './subscription.ts'

/** The open streams of this process, by what they are about: a project, or its organization. */
export class Readers {
  readonly #byId = new Map<number, Set<Subscription>>()

  join(id: number, subscription: Subscription): void {
    const readers = this.#byId.get(id) ?? new Set()
    this.#byId.set(id, readers.add(subscription))
  }

  leave(id: number, subscription: Subscription): void {
    const readers = this.#byId.get(id)
    if (readers?.delete(subscription) && readers.size === 0) this.#byId.delete(id)
  }

  of(id: number): ReadonlySet<Subscription> | undefined {
    return this.#byId.get(id)
  }
}
