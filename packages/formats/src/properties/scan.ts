import type { Span } from '../entry.ts'

/** A name with its text, and where they stand. */
export interface Property {
  name: string
  value: string
  /** The lines with `#` or `!` directly before. */
  comment?: string
  /** From the first of these, or its own first line, to behind the end of its last one. */
  from: number
  to: number
  /** Where its own first line begins. */
  line: number
  /** Of the value, as it is spelled. */
  at: Span
  /** Spelled between name and value, white space included. */
  separator: string
  /** A backslash before the end of the file: whatever came after it would belong to the value. */
  isOpen: boolean
  fault?: 'malformed' | 'too_long'
}

interface Line {
  from: number
  /** The first character that is not blank; the end where there is none. */
  start: number
  end: number
  /** Behind the line end. */
  to: number
  /** Ends in a backslash that is not escaped itself. */
  isContinued: boolean
}

const LF = 10
const CR = 13
const BACKSLASH = 92
/** Characters that are looked at in a millisecond. */
const PIECE = 2 ** 14
/** More than the longest text and name take when each of their characters is escaped. */
const LONGEST = 2 ** 19
/** Far more than the longest description. */
const LONGEST_COMMENT = 2 ** 16

const isBlank = (unit: number) => unit === 32 || unit === 9 || unit === 12
const isSeparator = (unit: number) => unit === 61 || unit === 58

/** What a file says, in its order, as Java reads it. Undefined comes every few milliseconds. */
export function* scanProperties(text: string): Generator<Property | undefined, void, void> {
  let comment: Comment | undefined
  let paused = 0
  for (let at = 0; at < text.length; ) {
    const line = lineAt(text, at) ?? (yield* longLineAt(text, at))
    at = line.to
    if (at - paused > PIECE) {
      yield
      paused = at
    }
    const first = text[line.start]
    if (isNothing(line)) comment = undefined
    else if (first === '#' || first === '!') {
      comment ??= new Comment(line.from)
      comment.add(text.slice(line.start, line.end))
    } else {
      const lines = line.isContinued ? yield* continued(text, line) : [line]
      yield propertyOf(text, lines, comment)
      comment = undefined
      at = lines.at(-1)?.to ?? at
    }
  }
}

/** A backslash alone says nothing, and leaves the next line what it is. */
const isNothing = ({ start, end, isContinued }: Line) => start === end || (isContinued && start + 1 === end)

/** Of more lines than the longest text has, the first and the last. */
function* continued(text: string, first: Line): Generator<undefined, Line[], void> {
  const lines = [first]
  let paused = first.to
  for (let last = first; last.isContinued && last.to > last.end && last.to < text.length; ) {
    last = lineAt(text, last.to) ?? (yield* longLineAt(text, last.to))
    if (last.to - first.from > LONGEST) lines.length = 1
    lines.push(last)
    if (last.to - paused < PIECE) continue
    yield
    paused = last.to
  }
  return lines
}

/** Undefined where it is long: then it is looked for in steps. */
function lineAt(text: string, from: number): Line | undefined {
  const search = new LineSearch(text, from)
  return search.advance() ? search.line : undefined
}

function* longLineAt(text: string, from: number): Generator<undefined, Line, void> {
  const search = new LineSearch(text, from)
  while (!search.advance()) yield
  return search.line
}

class LineSearch {
  readonly #text: string
  readonly #from: number
  #at: number
  #start = -1
  #isContinued = false

  constructor(text: string, from: number) {
    this.#text = text
    this.#from = from
    this.#at = from
  }

  /** Whether the end is found. */
  advance(): boolean {
    const text = this.#text
    const limit = Math.min(this.#at + PIECE, text.length)
    let at = this.#at
    let isContinued = this.#isContinued
    for (; at < limit; at++) {
      const unit = text.charCodeAt(at)
      if (unit === LF || unit === CR) break
      if (this.#start < 0 && !isBlank(unit)) this.#start = at
      isContinued = unit === BACKSLASH && !isContinued
    }
    this.#at = at
    this.#isContinued = isContinued
    return at < limit || limit === text.length
  }

  get line(): Line {
    const end = this.#at
    const isPair = this.#text.charCodeAt(end) === CR && this.#text.charCodeAt(end + 1) === LF
    const to = Math.min(end + (isPair ? 2 : 1), this.#text.length)
    const start = this.#start < 0 ? end : this.#start
    return { from: this.#from, start, end, to, isContinued: this.#isContinued }
  }
}

class Comment {
  readonly from: number
  readonly #lines: string[] = []
  #length = 0

  constructor(from: number) {
    this.from = from
  }

  add(line: string): void {
    if (this.#length > LONGEST_COMMENT) return
    this.#length += line.length + 1
    this.#lines.push(line.slice(0, LONGEST_COMMENT).replace(/^(?:#+|!+) ?/, ''))
  }

  get text(): string {
    return unescapedUnits(this.#lines.join('\n')).trim()
  }
}

const ESCAPED_UNIT = /\\u([\da-fA-F]{4})/g

/** Tools that turn a file into ASCII do so with its comments as well. */
const unescapedUnits = (text: string) =>
  text.replaceAll(ESCAPED_UNIT, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

function propertyOf(text: string, lines: readonly Line[], comment: Comment | undefined): Property {
  const line = lines[0]?.from ?? 0
  const last = lines.at(-1)
  const to = last?.to ?? line
  const isOpen = last?.isContinued === true && last.to === last.end
  const isTooLong = to - line > LONGEST
  // Of one that is too long, as much as shows its name.
  const parts = isTooLong ? lines.slice(0, 1) : lines
  const spelled = parts.map(({ start, end, isContinued }) => text.slice(start, isContinued ? end - 1 : end))
  const logical = isTooLong ? (spelled[0]?.slice(0, PIECE) ?? '') : spelled.join('')
  const [nameEnd, valueStart] = boundsOf(logical)
  const name = unescaped(logical.slice(0, nameEnd))
  const value = isTooLong ? '' : unescaped(logical.slice(valueStart))
  const said = comment?.text
  const fault = isTooLong ? 'too_long' : name === undefined || value === undefined ? 'malformed' : undefined
  return {
    name: name ?? logical.slice(0, nameEnd),
    value: value ?? '',
    ...(said ? { comment: said } : {}),
    from: comment?.from ?? line,
    to,
    line,
    at: { from: placeOf(valueStart, parts, spelled), to: last?.end ?? line },
    separator: logical.slice(nameEnd, valueStart),
    isOpen,
    ...(fault ? { fault } : {}),
  }
}

/** Where the name ends and where the value begins. */
function boundsOf(line: string): [nameEnd: number, valueStart: number] {
  let at = 0
  let isEscaped = false
  for (; at < line.length; at++) {
    const unit = line.charCodeAt(at)
    if (!isEscaped && (isSeparator(unit) || isBlank(unit))) break
    isEscaped = unit === BACKSLASH && !isEscaped
  }
  const nameEnd = at
  let hasSeparator = false
  for (; at < line.length; at++) {
    const unit = line.charCodeAt(at)
    if (isBlank(unit)) continue
    if (hasSeparator || !isSeparator(unit)) break
    hasSeparator = true
  }
  return [nameEnd, at]
}

/** Where a character of a line that is continued stands in the file. */
function placeOf(offset: number, lines: readonly Line[], spelled: readonly string[]): number {
  let left = offset
  let place = 0
  for (const [index, { start }] of lines.entries()) {
    const length = spelled[index]?.length ?? 0
    place = start + Math.min(left, length)
    if (left < length) break
    left -= length
  }
  return place
}

const SHORT: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' }
const DIGITS = /^[\da-fA-F]{4}$/

/** Undefined where `\u` has no four digits: Java refuses the whole file for it. */
function unescaped(text: string): string | undefined {
  let said = ''
  let from = 0
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', from)) {
    said += text.slice(from, at)
    const letter = text[at + 1] ?? ''
    from = at + 2
    if (letter === 'u') {
      const digits = text.slice(from, from + 4)
      if (!DIGITS.test(digits)) return undefined
      said += String.fromCharCode(Number.parseInt(digits, 16))
      from += 4
    } else said += SHORT[letter] ?? letter
  }
  return said + text.slice(from)
}
