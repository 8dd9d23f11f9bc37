/** A text as it stands in a file. */
export interface YamlScalar {
  text: string
  isPlain: boolean
  from: number
  to: number
}

/** Longer ones are too long whatever they say, so their rest is not kept. */
const LONGEST_KEPT = 2 ** 20

/** A text in the making. */
export class ScalarText {
  text = ''

  add(piece: string): void {
    const room = LONGEST_KEPT - this.text.length
    if (room > 0) this.text += piece.length > room ? piece.slice(0, room) : piece
  }

  /** So many line breaks; of one in the middle of a text, a space remains. */
  addBreaks(count: number): void {
    if (count > 0) this.add('\n'.repeat(Math.min(count, LONGEST_KEPT)))
  }
}
