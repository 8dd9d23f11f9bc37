export interface Timers {
  set(run: () => void, ms: number): unknown
  clear(timer: unknown): void
}

interface QueueOptions {
  /** Sends what there is for this id at the moment. `later`: it may get through by itself after a while. */
  send(id: string): Promise<'done' | 'later'>
  timers: Timers
}

const AT_ONCE = 4
const MAX_REST_MS = 30_000

/** 1, 2, 4 … 30 seconds. */
export const restMs = (failures: number) => Math.min(1000 * 2 ** (failures - 1), MAX_REST_MS)

interface Place {
  /** In line, on its way, or at rest after a failure. */
  state: 'ready' | 'sending' | 'resting'
  /** Asked for again while it was on its way. */
  isDueAgain: boolean
  failures: number
  timer: unknown
}

/**
 * Who is sent when. An id stands in line once, is on its way once, and in between rests if it has to: so what is sent
 * for it goes out in order, and what was not sent yet is simply replaced by its owner. Four are on their way at a time.
 */
export class SaveQueue {
  readonly #options: QueueOptions
  /** In the order of the line. */
  readonly #places = new Map<string, Place>()
  #sending = 0
  #isPaused = false

  constructor(options: QueueOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#places.size
  }

  add(id: string): void {
    const place = this.#places.get(id)
    if (!place) this.#places.set(id, { state: 'ready', isDueAgain: false, failures: 0, timer: undefined })
    else if (place.state === 'sending') place.isDueAgain = true
    else this.#ready(place)
    this.#sendNext()
  }

  /** Whoever rests has rested enough. */
  hurry(id?: string): void {
    for (const [other, place] of this.#places)
      if ((id === undefined || other === id) && place.state === 'resting') this.#ready(place)
    this.#sendNext()
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    this.hurry()
  }

  /** Nothing goes out any more. */
  stop(): void {
    this.#isPaused = true
    for (const place of this.#places.values()) this.#options.timers.clear(place.timer)
  }

  #ready(place: Place): void {
    this.#options.timers.clear(place.timer)
    place.state = 'ready'
  }

  #sendNext(): void {
    for (const [id, place] of this.#places) {
      if (this.#isPaused || this.#sending >= AT_ONCE) return
      if (place.state === 'ready') void this.#send(id, place)
    }
  }

  async #send(id: string, place: Place): Promise<void> {
    place.state = 'sending'
    this.#sending++
    const outcome = await this.#options.send(id).catch(() => 'later' as const)
    this.#sending--
    // At the end of the line, so that one that fails again and again keeps nobody waiting.
    this.#places.delete(id)
    if (outcome === 'later') this.#rest(id, { ...place, failures: place.failures + 1 })
    else if (place.isDueAgain) this.add(id)
    this.#sendNext()
  }

  #rest(id: string, place: Place): void {
    const resting: Place = { ...place, state: 'resting', isDueAgain: false }
    this.#places.set(id, resting)
    resting.timer = this.#options.timers.set(() => {
      this.#ready(resting)
      this.#sendNext()
    }, restMs(resting.failures))
  }
}
