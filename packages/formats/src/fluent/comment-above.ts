/** Far more than the longest description. */
const LONGEST = 2 ** 16
const COMMENT = /^# ?([\s\S]*?)\r?\n?$/
/** Those of groups and of files begin with more than one sign. */
const ABOUT_ONE = /^#(?: |\r?\n|$)/

/** The lines with `#` above a message, as they come. */
export class CommentAbove {
  /** Where the first of them begins. */
  from: number | undefined
  #lines: string[] = []
  #length = 0

  add(text: string, from: number, to: number): void {
    const line = text.slice(from, Math.min(to, from + LONGEST))
    if (!ABOUT_ONE.test(line)) {
      this.clear()
      return
    }
    this.from ??= from
    if (this.#length > LONGEST) return
    this.#length += line.length
    this.#lines.push(COMMENT.exec(line)?.[1] ?? '')
  }

  get text(): string | undefined {
    const text = this.#lines.join('\n').trim()
    return text === '' ? undefined : text
  }

  clear(): void {
    if (this.from === undefined) return
    this.from = undefined
    this.#lines = []
    this.#length = 0
  }
}
