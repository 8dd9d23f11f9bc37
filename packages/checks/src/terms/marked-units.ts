import { FOLDED, letterOf, OF_WORD } from './letters.ts'

/** The UTF-16 unit itself, and that a word begins with it. */
export const LETTER = 0x1_ffff
const BEGINS_WORD = 0x1_0000
/** A word ends behind it. It is a letter of its own, too: the one that stands where a word ends. */
export const ENDS_WORD = 0x2_0000
/** Nothing begins here: within a word, or in the second half of a pair. */
export const WITHIN = 0x4_0000

/**
 * The units of a text with what they are in its words, so that a term is found by comparing units and by nothing else: a
 * term that begins with a letter begins with one that begins a word, and one that must be whole ends with the end of a word.
 */
export class MarkedUnits {
  /** Without their case. */
  readonly folded: number[] = []
  readonly cased: number[] = []
  #isInWord = false

  /** Goes on with another part of the text. */
  add(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const code = text.codePointAt(at) as number
      const letter = letterOf(code)
      const isLetter = (letter & OF_WORD) !== 0
      if (this.#isInWord && !isLetter) this.end()
      const mark = isLetter ? (this.#isInWord ? WITHIN : BEGINS_WORD) : 0
      this.#isInWord = isLetter
      if (code <= 0xffff) {
        this.folded.push((letter & FOLDED) | mark)
        this.cased.push(code | mark)
      } else {
        pushPair(this.folded, letter & FOLDED, mark)
        pushPair(this.cased, code, mark)
        at++
      }
    }
  }

  /** Says that no more comes. */
  end(): void {
    if (!this.#isInWord) return
    this.#isInWord = false
    const last = this.folded.length - 1
    this.folded[last] = (this.folded[last] as number) | ENDS_WORD
    this.cased[last] = (this.cased[last] as number) | ENDS_WORD
  }
}

function pushPair(units: number[], code: number, mark: number): void {
  const offset = code - 0x1_0000
  units.push((0xd800 + (offset >> 10)) | mark, (0xdc00 + (offset & 0x3ff)) | WITHIN)
}
