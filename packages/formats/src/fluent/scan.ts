import { CommentAbove } from './comment-above.ts'
import type { Fault } from './pattern.ts'
import { type EntryLines, type ReadEntry, readEntry } from './read-entry.ts'

/** A value, or an attribute. */
export type { MessagePart } from './read-entry.ts'

/** A message or a term, with all that belongs to it. */
export interface FluentMessage extends EntryLines {
  kind: 'message'
  comment?: string
  /** From its comment, or its own first line, to behind the end of its last one. */
  from: number
}

/** What Fluent calls junk. */
export interface FluentJunk {
  kind: 'junk'
  /** Undefined: no name can be made out. */
  id: string | undefined
  line: number
  fault: Fault
}

/** As far as braces are followed, which few people leave open. */
const FURTHEST = 2 ** 11
const MORE_LINES = 12
/** Characters that are looked at in a millisecond. */
const PIECE = 2 ** 14
/** Of a line, as much as shows whether something stands on it. */
const LONGEST_BLANK = 2 ** 16

/** What a file says, in its order. Undefined comes every few milliseconds. */
export function* scanFluent(text: string): Generator<FluentMessage | FluentJunk | undefined, void, void> {
  const comment = new CommentAbove()
  let paused = 0
  for (let at = 0; at < text.length; ) {
    if (at - paused > PIECE) {
      yield
      paused = at
    }
    const to = endOfLine(text, at)
    if (text[at] === '#') comment.add(text, at, to)
    else if (beginsEntry(text, at)) {
      at = yield* entryAt(text, at, comment)
      comment.clear()
      continue
    } else {
      comment.clear()
      if (!isBlankLine(text, at, to)) yield junkAt(at)
    }
    at = to
  }
}

function* entryAt(
  text: string,
  from: number,
  comment: CommentAbove,
): Generator<FluentMessage | FluentJunk | undefined, number, void> {
  const { read, end } = yield* longestEntry(text, from)
  const { message, fault, junk } = read
  if (fault) yield { kind: 'junk', id: message?.id, line: from, fault }
  else if (message)
    yield {
      kind: 'message',
      ...message,
      from: comment.from ?? from,
      ...(comment.text === undefined ? {} : { comment: comment.text }),
    }
  if (junk !== undefined) yield junkAt(junk)
  return end
}

/** Names within placeables may stand at the beginning of a line, where they look like messages. */
function* longestEntry(text: string, from: number): Generator<undefined, { read: ReadEntry; end: number }, void> {
  const end = yield* endOfEntry(text, from)
  const read = yield* readEntry(text, from, end)
  const last = read.fault?.code === 'syntax_error' ? lastLineOfBraces(text, from, end) : undefined
  if (last === undefined) return { read, end }
  const longerEnd = yield* endOfEntry(text, last)
  const longer = yield* readEntry(text, from, longerEnd)
  return longer.fault ? { read, end } : { read: longer, end: longerEnd }
}

/** The beginning of the line, not far behind the end, on which all braces are closed. */
function lastLineOfBraces(text: string, from: number, end: number): number | undefined {
  let open = 0
  let line = from
  for (let at = from, lines = 0; at < text.length && at < from + FURTHEST && lines < MORE_LINES; at++) {
    const sign = text[at]
    if (sign === '{') open++
    else if (sign === '}') open--
    else if (sign === '\n') {
      line = at + 1
      if (line === end && open <= 0) return undefined
      if (line >= end) lines++
    }
    if (line >= end && open === 0) return line
  }
  return undefined
}

const junkAt = (at: number): FluentJunk => ({
  kind: 'junk',
  id: undefined,
  line: at,
  fault: { severity: 'error', code: 'syntax_error', message: 'This belongs to no message', at },
})

/** Up to the next line that begins something new, without the blank ones before that. */
function* endOfEntry(text: string, from: number): Generator<undefined, number, void> {
  let at = endOfLine(text, from)
  let end = at
  let paused = from
  while (at < text.length && text[at] !== '#' && !beginsEntry(text, at)) {
    const to = endOfLine(text, at)
    if (!isBlankLine(text, at, to)) end = to
    if (to - paused > PIECE) {
      yield
      paused = to
    }
    at = to
  }
  return end
}

/** Behind the line break. */
function endOfLine(text: string, at: number): number {
  const found = text.indexOf('\n', at)
  return found < 0 ? text.length : found + 1
}

const ENTRY_START = /[a-z-]/i
const beginsEntry = (text: string, at: number) => ENTRY_START.test(text[at] ?? '')

function isBlankLine(text: string, from: number, to: number): boolean {
  const last = Math.min(to, from + LONGEST_BLANK)
  for (let at = from; at < last; at++) if (!' \r\n'.includes(text[at] ?? '')) return false
  return last === to
}
