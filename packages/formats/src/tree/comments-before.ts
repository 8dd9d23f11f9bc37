/** Which comments between two tokens are about the second: those above it without an empty line, or beside it. */
export class CommentsBefore {
  #from = -1
  #to = -1
  #lines: number
  /** The first of them stands beside the token before. */
  #isBeside = false

  constructor(isStart: boolean) {
    this.#lines = isStart ? 1 : 0
  }

  line(): void {
    this.#lines++
    if (this.#isBeside) this.#from = -1
    this.#isBeside = false
  }

  comment(from: number, to: number, isLine: boolean): void {
    if (this.#from < 0 || this.#lines > 1) {
      this.#isBeside = this.#lines === 0
      this.#from = this.#isBeside && isLine ? -1 : from
    }
    this.#to = to
    this.#lines = 0
  }

  found(): [from: number, to: number] | undefined {
    return this.#from < 0 || this.#lines > 1 ? undefined : [this.#from, this.#to]
  }
}
