export interface Notice {
  text: string
  /** A failure is told at once, and stays until it is closed. */
  isFailure?: boolean
  action?: { label: string; onPress: () => void }
  timeoutMs?: number
}

export interface ShownNotice extends Notice {
  id: number
}

interface Running {
  leftMs: number
  since: number
  timer: ReturnType<typeof setTimeout> | undefined
}

const TIMEOUT_MS = 6_000

/** Short texts at the edge of the screen, the newest first, each until its time is over or somebody closes it. */
export class Notices {
  #all: readonly ShownNotice[] = []
  #lastId = 0
  #isHeld = false
  readonly #running = new Map<number, Running>()
  readonly #listeners = new Set<() => void>()

  readonly all = (): readonly ShownNotice[] => this.#all

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** What is returned takes it away again. */
  readonly add = (notice: Notice): (() => void) => {
    const id = ++this.#lastId
    if (!notice.isFailure || notice.timeoutMs !== undefined) {
      const running = { leftMs: notice.timeoutMs ?? TIMEOUT_MS, since: 0, timer: undefined }
      this.#running.set(id, running)
      if (!this.#isHeld) this.#run(id, running)
    }
    this.#show([{ ...notice, id }, ...this.#all])
    return () => this.close(id)
  }

  close(id: number): void {
    clearTimeout(this.#running.get(id)?.timer)
    this.#running.delete(id)
    if (this.#all.some((notice) => notice.id === id)) this.#show(this.#all.filter((notice) => notice.id !== id))
  }

  /** While somebody is at one of them, none goes away by itself. */
  hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return
    this.#isHeld = isHeld
    for (const [id, running] of this.#running) {
      if (!isHeld) this.#run(id, running)
      else {
        clearTimeout(running.timer)
        running.leftMs -= Date.now() - running.since
      }
    }
  }

  #run(id: number, running: Running): void {
    running.since = Date.now()
    running.timer = setTimeout(() => this.close(id), running.leftMs)
  }

  #show(notices: readonly ShownNotice[]): void {
    this.#all = notices
    for (const listener of this.#listeners) listener()
  }
}
