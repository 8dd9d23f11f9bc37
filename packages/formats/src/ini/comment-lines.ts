import type { IniLine } from './line.ts'

/** Far more than the longest description. */
const LONGEST = 2 ** 16

/** The lines of a comment, as they come. */
export class CommentLines {
  /** Where the first of them begins. */
  from: number | undefined
  #lines: string[] = []
  #length = 0

  add(text: string, { from, start, end }: IniLine): void {
    this.from ??= from
    if (this.#length > LONGEST) return
    const line = text.slice(start, Math.min(end, start + LONGEST)).replace(/^(?:;+|#+) ?/, '')
    this.#length += line.length + 1
    this.#lines.push(line.trimEnd())
  }

  get text(): string {
    return this.#lines.join('\n').trim()
  }

  clear(): void {
    if (this.from === undefined) return
    this.from = undefined
    this.#lines = []
    this.#length = 0
  }
}
