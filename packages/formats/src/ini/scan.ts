import type { Span } from '../entry.ts'
import { CommentLines } from './comment-lines.ts'
import { type Delimited, delimitedAt } from './delimited.ts'
import { endOfText, type IniLine, LONGEST_LINE, lineAt } from './line.ts'
import { type Quoting, valueAt } from './value.ts'

/** A name with its text, and where they stand. */
export interface IniProperty {
  kind: 'property'
  name: string
  value: string
  /** The comment lines directly before. */
  comment?: string
  /** From the first of these, or its own first line, to behind the end of its last one. */
  from: number
  to: number
  /** Where its own first line begins. */
  line: number
  /** Of the value as it is spelled, quotes included. */
  at: Span
  quoting: Quoting
  /** What lines that go on are indented by. */
  indent?: string
  /** Spelled between name and value. */
  separator: string
  isTooLong: boolean
}

/** What comes behind it belongs to it. */
interface IniSection {
  kind: 'section'
  name: string
  from: number
  to: number
}

/** A line that is nothing of all that. */
interface IniFault {
  kind: 'fault'
  line: number
}

/** Characters that are looked at in a millisecond. */
const PIECE = 2 ** 14

const HEADER = /^\[([\s\S]*?)\][ \t]*(?:[;#][\s\S]*)?$/

/** What a file says, in its order. Undefined comes every few milliseconds. */
export function* scanIni(text: string): Generator<IniProperty | IniSection | IniFault | undefined, void, void> {
  const comment = new CommentLines()
  let last: IniProperty | undefined
  let paused = 0
  for (let at = 0; at < text.length; ) {
    const line = lineAt(text, at)
    if (line.to - paused > PIECE) {
      yield
      paused = line.to
    }
    at = line.to
    const first = text[line.start]
    if (line.start === line.end || first === ';' || first === '#') {
      if (first === ';' || first === '#') comment.add(text, line)
      else comment.clear()
      if (last) yield last
      last = undefined
      continue
    }
    const delimited = first === '[' ? undefined : delimitedAt(text, line)
    if (last && !delimited && first !== '[' && goesOn(last, line)) {
      continueIn(last, line, text)
      continue
    }
    if (last) yield last
    last = undefined
    if (delimited) {
      last = propertyAt(text, line, delimited, comment)
      at = last.to
    } else yield sectionAt(text, line, comment) ?? { kind: 'fault', line: line.from }
    comment.clear()
  }
  if (last) yield last
}

function sectionAt(
  text: string,
  { start, end, to, isTooLong }: IniLine,
  comment: CommentLines,
): IniSection | undefined {
  const name = isTooLong ? undefined : HEADER.exec(text.slice(start, endOfText(text, start, end)))?.[1]
  return name === undefined ? undefined : { kind: 'section', name: name.trim(), from: comment.from ?? start, to }
}

function propertyAt(text: string, line: IniLine, delimited: Delimited, comment: CommentLines): IniProperty {
  const { name, nameEnd, valueFrom } = delimited
  const said = comment.text
  const shared = {
    kind: 'property' as const,
    name,
    ...(said ? { comment: said } : {}),
    from: comment.from ?? line.from,
    line: line.from,
    separator: text.slice(nameEnd, valueFrom),
  }
  const tooLong = (to: number, end: number) => ({
    ...shared,
    value: '',
    to,
    at: { from: valueFrom, to: end },
    quoting: 'none' as const,
    isTooLong: true,
  })
  if (line.isTooLong) return tooLong(line.to, line.to - (text[line.to - 1] === '\n' ? 1 : 0))
  const { value, end, quoting } = valueAt(text, valueFrom, line.end)
  const to = end <= line.end ? line.to : lineAt(text, end).to
  if (end - valueFrom > LONGEST_LINE) return tooLong(to, end)
  return { ...shared, value, to, at: { from: valueFrom, to: end }, quoting, isTooLong: false }
}

/** Of a text in several lines, as Python writes them. */
const goesOn = ({ quoting, value, to }: IniProperty, { from, start }: IniLine) =>
  start > from && to === from && value !== '' && (quoting === 'none' || quoting === 'lines')

function continueIn(last: IniProperty, { from, start, end, to }: IniLine, text: string): void {
  const lineEnd = endOfText(text, start, end)
  const isTooLong = lineEnd - last.at.from > LONGEST_LINE
  last.indent ??= text.slice(from, start)
  last.value = isTooLong ? '' : `${last.value}\n${text.slice(start, lineEnd)}`
  last.isTooLong ||= isTooLong
  last.quoting = 'lines'
  last.at.to = lineEnd
  last.to = to
}
