import { type Fault, isFault, LONGEST, type Pattern, patternIn } from './pattern.ts'

/** The value of a message, or an attribute. */
export interface MessagePart extends Pattern {
  key: string
  /** Empty for a value. */
  attribute: string
  /** Where its line begins. */
  line: number
}

export interface EntryLines {
  id: string
  parts: MessagePart[]
  /** Where its own first line begins. */
  line: number
  /** Behind its last line. */
  to: number
  /** Behind its sign of equality. */
  equals: number
}

export interface ReadEntry {
  /** Where there is a fault, only its name counts. */
  message?: EntryLines
  fault?: Fault
  /** Where something stands behind it that belongs to nothing. */
  junk?: number
}

const NAME = '[A-Za-z][A-Za-z0-9_-]{0,4000}'
const ID = new RegExp(`(-?${NAME}) *=`, 'y')
const BEGINNING = new RegExp(`-?${NAME}`, 'y')
const ATTRIBUTE = new RegExp(` *\\.(${NAME}) *=`, 'y')
const ATTRIBUTE_LINE = /\n *\./
/** Attributes that are looked at in a millisecond. */
const STEP = 200

/** A message or a term between two places. It pauses between its attributes. */
export function* readEntry(text: string, from: number, end: number): Generator<undefined, ReadEntry, void> {
  const id = matchAt(ID, text, from)?.[1]
  if (id === undefined) {
    const message = { id: matchAt(BEGINNING, text, from)?.[0] ?? '', parts: [], line: from, to: end, equals: from }
    return { ...(message.id === '' ? {} : { message }), fault: fault('A name is followed by =', from) }
  }
  const message: EntryLines = { id, parts: [], line: from, to: end, equals: ID.lastIndex }
  let at = ID.lastIndex
  let attribute = ''
  let line = from
  for (let count = 1; ; count++) {
    if (count % STEP === 0) yield
    const next = nextAttribute(text, at, end)
    const found = patternIn(text, at, next)
    if (found && isFault(found)) return { message, fault: found }
    if (found) message.parts.push({ ...found, key: attribute === '' ? id : `${id}.${attribute}`, attribute, line })
    else if (attribute !== '' || id.startsWith('-')) return { message, fault: fault('It has no value', line) }
    const rest = restAfter(text, found?.at.to ?? at, next)
    if (rest !== undefined || next === end) return ended(message, text, rest)
    attribute = matchAt(ATTRIBUTE, text, next)?.[1] ?? ''
    if (attribute === '') return { message, fault: fault('The name of an attribute is followed by =', next) }
    at = ATTRIBUTE.lastIndex
    line = next
  }
}

function ended(message: EntryLines, text: string, junk: number | undefined): ReadEntry {
  const last = message.parts.at(-1)
  if (!last) return { message, fault: fault('It has neither a value nor attributes', message.line) }
  if (junk === undefined) return { message }
  const lineEnd = text.indexOf('\n', last.at.to)
  return { message: { ...message, to: lineEnd < 0 ? text.length : lineEnd + 1 }, junk }
}

const fault = (message: string, at: number): Fault => ({ severity: 'error', code: 'syntax_error', message, at })

/** The beginning of the next line with an attribute. */
function nextAttribute(text: string, from: number, end: number): number {
  const found = text.slice(from, Math.min(end, from + LONGEST + 1)).search(ATTRIBUTE_LINE)
  return found < 0 ? end : from + found + 1
}

/** Where something stands that is not white space. */
function restAfter(text: string, from: number, to: number): number | undefined {
  SOMETHING.lastIndex = from
  const found = SOMETHING.exec(text)
  return found && found.index < to ? found.index : undefined
}

const SOMETHING = /[^ \n\r]/g

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
