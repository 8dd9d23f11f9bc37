import type { SaveState, Theirs, ValueRef } from './editor-context.ts'
import { Listeners, refId } from './listeners.ts'
import type { Timers } from './save-queue.ts'

const IDLE: SaveState = { kind: 'idle' }
const SAVED_MS = 3_000

/** How the save of each value went. What is not here is idle. */
export class SaveStates {
  readonly #timers: Timers
  readonly #states = new Map<string, { ref: ValueRef; state: SaveState }>()
  readonly #listeners = new Listeners()

  constructor(timers: Timers) {
    this.#timers = timers
  }

  get(ref: ValueRef): SaveState {
    return this.#states.get(refId(ref))?.state ?? IDLE
  }

  set(ref: ValueRef, state: SaveState): void {
    const id = refId(ref)
    if (state.kind === 'idle') this.#states.delete(id)
    else this.#states.set(id, { ref, state })
    this.#listeners.tell(id)
    if (state.kind === 'saved') this.#timers.set(() => this.#forget(ref, state), SAVED_MS)
  }

  /** Their name, when it is known, unless something else has happened since. */
  setName(ref: ValueRef, theirs: Theirs, name: string): void {
    const state = this.get(ref)
    if (state.kind === 'conflict' && state.theirs === theirs)
      this.set(ref, { kind: 'conflict', theirs: { ...theirs, name } })
  }

  /** Where something is to be done. */
  troubled(): ValueRef[] {
    const all = [...this.#states.values()]
    return all.flatMap(({ ref, state }) => (state.kind === 'failed' || state.kind === 'conflict' ? [ref] : []))
  }

  subscribe(ref: ValueRef, listener: () => void): () => void {
    return this.#listeners.subscribe(refId(ref), listener)
  }

  subscribeAll(listener: () => void): () => void {
    return this.#listeners.subscribeAll(listener)
  }

  #forget(ref: ValueRef, state: SaveState): void {
    if (this.get(ref) === state) this.set(ref, IDLE)
  }
}
