const LINE_FEED = 10
const CARRIAGE_RETURN = 13
/** Characters that are looked at in a millisecond or two. */
const PIECE = 2 ** 20

/**
 * Tells in which line something stands, counted from 1. Asked from the beginning to the end, it looks at each character
 * once, up to the place it is asked for: who reads in steps asks in each of them.
 */
export class Lines {
  readonly #text: Pick<string, 'charCodeAt'>
  #line = 1
  /** Where the line begins. */
  #start = 0
  /** How far it has looked. */
  #at = 0

  constructor(text: Pick<string, 'charCodeAt'>) {
    this.#text = text
  }

  at(offset: number): { line: number; column: number } {
    if (offset < this.#start) {
      this.#line = 1
      this.#start = 0
      this.#at = 0
    }
    for (; this.#at < offset; this.#at++) {
      if (!this.#isEnd(this.#at)) continue
      this.#line++
      this.#start = this.#at + 1
    }
    return { line: this.#line, column: offset - this.#start + 1 }
  }

  /** Looks at what is before a place, which may be far away, in steps: being asked for it takes no time then. */
  *reach(offset: number): Generator<void, void, void> {
    while (offset - this.#at > PIECE) {
      this.at(this.#at + PIECE)
      yield
    }
    if (offset >= this.#at) this.at(offset)
  }

  #isEnd(at: number): boolean {
    const unit = this.#text.charCodeAt(at)
    return unit === LINE_FEED || (unit === CARRIAGE_RETURN && this.#text.charCodeAt(at + 1) !== LINE_FEED)
  }
}
