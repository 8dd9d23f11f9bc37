/** Tells in which line something stands, counted from 1. Asked from the beginning to the end, it looks at a text once. */
export class Lines {
  readonly #text: string
  #line = 1
  /** Where the line begins. */
  #start = 0

  constructor(text: string) {
    this.#text = text
  }

  at(offset: number): { line: number; column: number } {
    if (offset < this.#start) {
      this.#line = 1
      this.#start = 0
    }
    while (true) {
      const end = this.#text.indexOf('\n', this.#start)
      if (end < 0 || end >= offset) break
      this.#line++
      this.#start = end + 1
    }
    return { line: this.#line, column: offset - this.#start + 1 }
  }
}
