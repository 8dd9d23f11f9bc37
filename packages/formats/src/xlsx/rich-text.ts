import { LONGEST_CELL } from '../table/row.ts'
import { decodeCell } from './cell-text.ts'

/** The text of a cell, of which each part may look otherwise. How it is pronounced is no part of it. */
export class RichText {
  text = ''
  #part: string | undefined
  #isSpoken = false

  open(name: string): void {
    if (name === 'rPh') this.#isSpoken = true
    if (name === 't' && !this.#isSpoken) this.#part = ''
  }

  /** Of what is too long the beginning is enough. */
  add(piece: string): void {
    if (this.#part !== undefined && this.#part.length < LONGEST_CELL) this.#part += piece.slice(0, LONGEST_CELL)
  }

  close(name: string): void {
    if (name === 'rPh') this.#isSpoken = false
    if (name !== 't' || this.#part === undefined) return
    if (this.text.length < LONGEST_CELL) this.text += decodeCell(this.#part)
    this.#part = undefined
  }
}
