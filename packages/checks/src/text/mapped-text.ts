export interface Span {
  start: number
  end: number
}

/** From here on, up to the next run, the text came from there. Of another length it came as a whole. */
interface Run {
  at: number
  length: number
  from: Span
}

/** A text that was put together from parts of another one, and where each of them stood. */
export class MappedText {
  #text = ''
  readonly #runs: Run[] = []

  get text(): string {
    return this.#text
  }

  get length(): number {
    return this.#text.length
  }

  /** Adds a part, which stood there in the original, letter by letter or (quoted, for example) in other letters. */
  add(part: string, from: Span): void {
    if (part === '') return
    this.#runs.push({ at: this.#text.length, length: part.length, from })
    this.#text += part
  }

  /** Where in the original the part from here to there stood; for an empty part, where it would be put. */
  originOf(start: number, end: number): Span {
    if (this.#runs.length === 0) return { start: 0, end: 0 }
    if (end > start) return { start: startIn(this.#runAt(start), start), end: endIn(this.#runAt(end - 1), end) }
    const at = start < this.#text.length ? startIn(this.#runAt(start), start) : endIn(this.#runAt(start - 1), start)
    return { start: at, end: at }
  }

  /** The last run that begins at or before there. */
  #runAt(at: number): Run {
    let low = 0
    let high = this.#runs.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#runs[middle] as Run).at <= at) low = middle
      else high = middle - 1
    }
    return this.#runs[low] as Run
  }
}

const isSame = ({ length, from }: Run) => from.end - from.start === length
const startIn = (run: Run, start: number) => (isSame(run) ? run.from.start + (start - run.at) : run.from.start)
const endIn = (run: Run, end: number) => (isSame(run) ? run.from.start + (end - run.at) : run.from.end)
