import { ArenaFullError } from './errors.ts'

/** Pages of WebAssembly, in which memory grows. */
const PAGE_BYTES = 65_536
const MOST_PAGES = 65_536
/** What is handed out starts and ends at a multiple of this. */
const GRAIN = 4_096

interface Stretch {
  at: number
  bytes: number
}

/**
 * The memory that all threads share, and who may use which stretch of it. One memory for all, because the kernel sees
 * only one; because V8 frees shared memory only when every thread happens to collect its garbage, which idle threads
 * never do; and because what is freed here can be used again at once. It grows as needed and does not shrink.
 */
export class Arena {
  readonly memory: WebAssembly.Memory
  readonly #used = new Map<number, number>()
  /** In the order of addresses, no two touch. */
  #free: Stretch[] = []

  constructor(mostBytes = MOST_PAGES * PAGE_BYTES) {
    const maximum = Math.min(MOST_PAGES, Math.ceil(mostBytes / PAGE_BYTES))
    this.memory = new WebAssembly.Memory({ initial: 1, maximum, shared: true })
  }

  get usedBytes(): number {
    return this.#used.values().reduce((sum, bytes) => sum + bytes, 0)
  }

  allocate(wanted: number): number {
    const bytes = Math.ceil(wanted / GRAIN) * GRAIN
    const fitting = this.#free.findIndex((stretch) => stretch.bytes >= bytes)
    const index = fitting < 0 ? this.#grow(bytes) : fitting
    const stretch = this.#free[index] as Stretch
    const { at } = stretch
    stretch.at += bytes
    stretch.bytes -= bytes
    if (stretch.bytes === 0) this.#free.splice(index, 1)
    this.#used.set(at, bytes)
    return at
  }

  free(at: number): void {
    const bytes = this.#used.get(at)
    if (bytes === undefined) return
    this.#used.delete(at)
    this.#addFree({ at, bytes })
  }

  /** Makes the last free stretch long enough, and returns its index. */
  #grow(bytes: number): number {
    const size = this.memory.buffer.byteLength
    const last = this.#free.at(-1)
    const there = last && last.at + last.bytes === size ? last.bytes : 0
    const pages = Math.ceil((bytes - there) / PAGE_BYTES)
    try {
      this.memory.grow(pages)
    } catch (cause) {
      throw new ArenaFullError(`No memory is left for ${bytes} bytes more`, { cause })
    }
    this.#addFree({ at: size, bytes: pages * PAGE_BYTES })
    return this.#free.length - 1
  }

  #addFree(stretch: Stretch): void {
    const after = this.#free.findIndex(({ at }) => at > stretch.at)
    const index = after < 0 ? this.#free.length : after
    const [before, next] = [this.#free[index - 1], this.#free[index]]
    if (next && stretch.at + stretch.bytes === next.at) {
      stretch.bytes += next.bytes
      this.#free.splice(index, 1)
    }
    if (before && before.at + before.bytes === stretch.at) before.bytes += stretch.bytes
    else this.#free.splice(index, 0, stretch)
  }
}
