import { emptyPlural, isSamePlural, type Plural, readPlural, writePlural } from './plural.ts'

/**
 * The forms of a plural while somebody writes them. The text that they make may be no message for a moment, as while a
 * brace is open: the forms are kept as they were written until another text comes from elsewhere.
 */
export class PluralDraft {
  #text: string | undefined
  #plural: Plural | undefined

  /** Undefined where the text is not one plural. */
  formsOf(text: string, source: Plural | undefined): Plural | undefined {
    if (text !== this.#text) {
      this.#text = text
      this.#plural = text === '' ? emptyPlural(source) : readPlural(text)
    }
    return this.#plural
  }

  /** As it is at this moment, drawn or not. */
  get plural(): Plural | undefined {
    return this.#plural
  }

  /** The text of these forms; that of the service, to the letter, where they are the same. */
  write(plural: Plural, saved: string): string {
    const before = readPlural(saved)
    this.#text = before && isSamePlural(before, plural) ? saved : writePlural(plural)
    this.#plural = plural
    return this.#text
  }
}
