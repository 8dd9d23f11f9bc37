import { Worker } from 'node:worker_threads'
import type { Arena } from './arena.ts'
import { ArenaFullError, IndexCrashedError } from './errors.ts'
import type { IndexState } from './growing-index.ts'
import type { Ask, FromThread, ThreadData, ToThread } from './messages.ts'

interface Waiting {
  resolve(answer: never): void
  reject(error: unknown): void
}

interface Handlers {
  onState?(index: number, state: IndexState): void
  /** Ended, wanted or not; what waited for it has been rejected. */
  onEnd(): void
}

/** A worker thread that answers calls. It keeps the process alive only while a call waits for its answer. */
export class Thread {
  readonly #worker: Worker
  readonly #arena: Arena
  readonly #handlers: Handlers
  readonly #waiting = new Map<number, Waiting>()
  readonly #unwanted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  /** What it has allocated for itself. */
  readonly #owned = new Set<number>()
  #calls = 0
  #isEnding = false
  #isEnded = false

  constructor(file: 'search-thread.ts' | 'build-thread.ts', arena: Arena, handlers: Handlers, isPatient = false) {
    this.#arena = arena
    this.#handlers = handlers
    const workerData: ThreadData = { memory: arena.memory, unwanted: this.#unwanted, isPatient }
    // Without the options of the process: not all of them suit a file.
    this.#worker = new Worker(new URL(file, import.meta.url), { workerData, name: file, execArgv: [] })
    this.#worker.on('message', (message: FromThread) => this.#hear(message))
    let cause: unknown
    this.#worker.on('error', (error) => {
      cause = error
    })
    this.#worker.on('exit', () => this.#ended(cause))
    this.#worker.unref()
  }

  get isBusy(): boolean {
    return this.#waiting.size > 0
  }

  /** `started` is told the number by which the call can be made unwanted. */
  call<T>(ask: Ask, started?: (call: number) => void): Promise<T> {
    if (this.#isEnded) return Promise.reject(new IndexCrashedError('The thread of the index has ended'))
    const call = ++this.#calls
    if (!this.isBusy) this.#worker.ref()
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject })
      started?.(call)
      this.#tell({ call, ask })
    })
  }

  /** The call still answers: soon, and with nothing. */
  giveUp(call: number): void {
    Atomics.store(this.#unwanted, 0, call)
  }

  /** What the thread allocated belongs to an index from now on. */
  disown(at: number): void {
    this.#owned.delete(at)
  }

  async end(): Promise<void> {
    // The process must not end before the thread, or nobody would learn that it did.
    this.#isEnding = true
    this.#worker.ref()
    await this.#worker.terminate()
  }

  #tell(message: ToThread): void {
    this.#worker.postMessage(message)
  }

  #hear(message: FromThread): void {
    if ('call' in message) this.#settle(message)
    else if ('question' in message) this.#tell({ question: message.question, at: this.#allocate(message.bytes) })
    else if ('release' in message) this.#release(message.release)
    else this.#handlers.onState?.(message.index, message.state)
  }

  #settle(message: Extract<FromThread, { call: number }>): void {
    const waiting = this.#waiting.get(message.call)
    this.#waiting.delete(message.call)
    if (!this.isBusy && !this.#isEnding) this.#worker.unref()
    if ('answer' in message) waiting?.resolve(message.answer as never)
    else waiting?.reject(message.isFull ? new ArenaFullError('The indexes take all memory they may') : message.fault)
  }

  #allocate(bytes: number): number | undefined {
    try {
      const at = this.#arena.allocate(bytes)
      this.#owned.add(at)
      return at
    } catch {
      return undefined
    }
  }

  #release(at: number): void {
    if (this.#owned.delete(at)) this.#arena.free(at)
  }

  #ended(cause: unknown): void {
    this.#isEnded = true
    for (const at of this.#owned) this.#arena.free(at)
    this.#owned.clear()
    const all = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of all) reject(new IndexCrashedError('The thread of the index ended', { cause }))
    this.#handlers.onEnd()
  }
}
