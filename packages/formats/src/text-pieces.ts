/** What a text must be able to do that need not be one string. */
export type LongText = Pick<string, 'length' | 'slice' | 'charCodeAt' | 'lastIndexOf'>

/**
 * A text in the pieces in which it was read. They are looked at from the beginning to the end, so that the piece of a
 * place is the one before or the next.
 */
export class TextPieces implements LongText {
  readonly length: number
  readonly #pieces: readonly string[]
  readonly #starts: readonly number[]
  #last = 0

  constructor(pieces: readonly string[]) {
    const starts: number[] = []
    let length = 0
    for (const piece of pieces) {
      starts.push(length)
      length += piece.length
    }
    this.#pieces = pieces
    this.#starts = starts
    this.length = length
  }

  slice(from = 0, to = this.length): string {
    const end = Math.min(to, this.length)
    let text = ''
    for (let at = this.#indexOf(from); at < this.#pieces.length && this.#start(at) < end; at++)
      text += this.#piece(at).slice(Math.max(0, from - this.#start(at)), end - this.#start(at))
    return text
  }

  charCodeAt(place: number): number {
    const at = this.#indexOf(place)
    return this.#piece(at).charCodeAt(place - this.#start(at))
  }

  lastIndexOf(sign: string, place = this.length): number {
    for (let at = this.#indexOf(place); at >= 0; at--) {
      // A sign may begin in this piece and end in the next.
      const piece = this.#piece(at) + this.#piece(at + 1).slice(0, sign.length - 1)
      const found = piece.lastIndexOf(sign, place - this.#start(at))
      if (found >= 0) return this.#start(at) + found
    }
    return -1
  }

  #piece(at: number): string {
    return this.#pieces[at] ?? ''
  }

  #start(at: number): number {
    return this.#starts[at] ?? this.length
  }

  #indexOf(place: number): number {
    let at = this.#last
    while (at > 0 && this.#start(at) > place) at--
    while (at + 1 < this.#pieces.length && this.#start(at + 1) <= place) at++
    this.#last = at
    return at
  }
}
