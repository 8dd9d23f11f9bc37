import { compareCodePoints } from '../code-points.ts'
import type { Entry } from '../entry.ts'
import type { FlatItem } from '../flat-file.ts'
import type { StringsItem } from './scan.ts'
import type { Spelling } from './spelling.ts'
import { linesOf, type Style, USUAL } from './write.ts'

interface Neighbour extends FlatItem {
  spelled: StringsItem
}

/** What is new in a file looks like its neighbour there. */
export class NewEntry {
  readonly #text: string
  readonly #first: Neighbour | undefined
  readonly spelling: Spelling

  constructor(text: string, first: Neighbour | undefined, spelling: Spelling) {
    this.#text = text
    this.#first = first
    this.spelling = spelling
  }

  lines(entry: Entry, neighbour: Neighbour | undefined): string[] {
    if (!neighbour) {
      const lines = linesOf(entry, { ...USUAL, ...this.spelling })
      // What stands above is about the file.
      return this.#text.trim() === '' ? lines : ['', ...lines]
    }
    const indent = /^[ \t]*/.exec(this.#text.slice(neighbour.from, neighbour.spelled.name.from))?.[0] ?? ''
    const lines = linesOf(entry, this.#styleOf(neighbour.spelled)).map((line) => indent + line)
    if (!this.#isApart(neighbour)) return lines
    const isBefore = neighbour === this.#first && compareCodePoints(entry.key, neighbour.key) < 0
    return isBefore ? [...lines, ''] : ['', ...lines]
  }

  #styleOf({ name, value, kind }: StringsItem): Style {
    if (kind === 'short') return { ...USUAL, ...this.spelling }
    const between = this.#text.slice(name.to, value.from)
    const separator = /^[ \t]{0,9}=[ \t]{0,9}$/.test(between) ? between : USUAL.separator
    return { name: name.quote, separator, value: value.quote, ...this.spelling }
  }

  /** Entries of this file have an empty line in between. */
  #isApart({ from, to }: Neighbour): boolean {
    const before = this.#text.slice(Math.max(from - 4, 0), from)
    return /^[\r\n]/.test(this.#text.slice(to, to + 1)) || /(?:\r\n|\n|\r(?!\n)){2}$/.test(before)
  }
}
