import type { Lines } from '../lines.ts'
import { type RemarkCode, UnreadableFile } from '../remark.ts'
import { behindBreak, DASH, HASH, isBlank, isBreak, isGap, TAB } from './yaml-characters.ts'

/** Characters that are looked at in well below a millisecond. */
const STEP = 2 ** 16
/** What a token costs beside its characters, in characters. */
const TOKEN = 64
const DOT = 46
const FARTHEST_COLON = 1_024

/** A place in a file of YAML, and what lies directly before it. */
export class YamlCursor {
  readonly text: string
  at = 0
  /** Of the line in which it is. */
  lineStart = 0
  /** Nothing stands before it in its line but space. */
  isFirst = true
  /** There is a tab in the space before it. */
  hasTab = false
  /** Comment lines directly before its line, and as far in. Where there are none, both are the same. */
  commentFrom = 0
  commentTo = 0
  readonly #lines: Lines
  #commentColumn = 0
  #isComment = false
  #isInComment = false
  #work = 0

  constructor(text: string, lines: Lines) {
    this.text = text
    this.#lines = lines
  }

  get code(): number {
    return this.text.charCodeAt(this.at)
  }

  get column(): number {
    return this.at - this.lineStart
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  /** Whether white space comes after so many characters, or nothing at all. */
  isGapAfter(count: number): boolean {
    return isGap(this.text.charCodeAt(this.at + count))
  }

  /** Whether `---` or `...` begins a line here, which ends whatever is open. */
  isAtMarker(lineStart = this.lineStart): boolean {
    const { text } = this
    const code = text.charCodeAt(lineStart)
    if ((code !== DASH && code !== DOT) || this.at > lineStart) return false
    return (
      text.charCodeAt(lineStart + 1) === code &&
      text.charCodeAt(lineStart + 2) === code &&
      isGap(text.charCodeAt(lineStart + 3))
    )
  }

  /** Whether it is time to let others go first, now that something more was looked at. */
  isTired(characters = TOKEN): boolean {
    this.#work += characters
    if (this.#work < STEP) return false
    this.#work = 0
    return true
  }

  /** Before `skipGap`, which may need several goes. */
  beginGap(): void {
    this.isFirst = this.at === this.lineStart
    this.hasTab = false
    this.commentFrom = 0
    this.commentTo = 0
  }

  /** Over white space and comments. False: there is more of it, after a pause. */
  skipGap(): boolean {
    const limit = this.at + STEP
    while (this.at < limit) {
      const { code } = this
      if (this.#isInComment) this.#skipComment(limit)
      else if (isBlank(code)) {
        if (code === TAB) this.hasTab = true
        this.at++
      } else if (isBreak(code)) this.#breakLine()
      else if (code === HASH && (this.isFirst || isGap(this.text.charCodeAt(this.at - 1)))) this.#beginComment()
      else {
        if (!this.isFirst || this.#commentColumn !== this.column) this.commentTo = this.commentFrom
        return true
      }
    }
    return false
  }

  /** To the colon behind a name, which is not far. */
  skipBlanks(): void {
    const limit = this.at + FARTHEST_COLON
    while (isBlank(this.code) && this.at < limit) this.at++
  }

  #breakLine(): void {
    // What is said before an empty line is not about what comes behind it.
    if (this.isFirst && !this.#isComment) this.commentTo = this.commentFrom
    this.at = behindBreak(this.text, this.at)
    this.lineStart = this.at
    this.isFirst = true
    this.#isComment = false
    this.hasTab = false
  }

  #beginComment(): void {
    this.#isInComment = true
    if (!this.isFirst) return
    this.#isComment = true
    const goesOn = this.commentTo > this.commentFrom && this.#commentColumn === this.column
    if (!goesOn) this.commentFrom = this.at
    this.#commentColumn = this.column
  }

  #skipComment(limit: number): void {
    while (this.at < limit && !isBreak(this.code) && !this.isAtEnd) this.at++
    if (this.isFirst) this.commentTo = this.at
    if (this.at < limit) this.#isInComment = false
  }

  refuse(message: string, at = this.at, code: RemarkCode = 'syntax_error'): never {
    const { line, column } = this.#lines.at(at)
    throw new UnreadableFile(code, `${message} (line ${line}, column ${column})`, { line, column })
  }
}
