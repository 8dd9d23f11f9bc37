/** Bytes that a reader may leave unread before it is cut off; it comes back and resumes by id. */
export const MAX_UNREAD_BY_ONE = 1_048_576

/**
 * Bytes that the readers of this process may leave unread together. The lists that hold it take about a third as much again,
 * so the process grows by no more than 64 MB.
 */
export const MAX_UNREAD_BY_ALL = 48 * 1_048_576

interface Reader {
  cut(): void
}

/**
 * Keeps the account of readers that are behind. When they are too many, those that are furthest behind are cut off, until
 * half of the room is free again: they resume by id, and nobody has to look for them at every write.
 */
export class Unread {
  readonly #behind = new Map<Reader, number>()
  #bytes = 0

  note(reader: Reader, bytes: number): void {
    this.#bytes += bytes - (this.#behind.get(reader) ?? 0)
    this.#behind.set(reader, bytes)
    if (this.#bytes > MAX_UNREAD_BY_ALL) this.#makeRoom()
  }

  forget(reader: Reader): void {
    this.#bytes -= this.#behind.get(reader) ?? 0
    this.#behind.delete(reader)
  }

  #makeRoom(): void {
    const furthestFirst = [...this.#behind].sort(([, one], [, other]) => other - one)
    for (const [reader] of furthestFirst) {
      if (this.#bytes <= MAX_UNREAD_BY_ALL / 2) return
      reader.cut()
    }
  }
}

export const unread = new Unread()
