import type { ValueRef } from './editor-context.ts'

/** A value by one word. */
export const refId = ({ keyId, locale }: ValueRef) => `${keyId}:${locale}`

type Listener = () => void

/** Who wants to hear of some value, and who of all of them. */
export class Listeners {
  readonly #ofOne = new Map<string, Set<Listener>>()
  readonly #ofAll = new Set<Listener>()

  subscribe(id: string, listener: Listener): () => void {
    const known = this.#ofOne.get(id) ?? new Set()
    this.#ofOne.set(id, known.add(listener))
    return () => {
      known.delete(listener)
      if (known.size === 0 && this.#ofOne.get(id) === known) this.#ofOne.delete(id)
    }
  }

  subscribeAll(listener: Listener): () => void {
    this.#ofAll.add(listener)
    return () => this.#ofAll.delete(listener)
  }

  tell(id: string): void {
    for (const listener of [...(this.#ofOne.get(id) ?? []), ...this.#ofAll]) listener()
  }
}
