import { type MessagePart, readMessage } from '@parlance/checks'
import { type Counted, joined, type Message, MOST_PLACEHOLDERS, type Piece, type Placeholder } from './text.ts'

type Choice = Extract<MessagePart, { kind: 'choice' }>

/** No value is longer, so no message may become longer by writing what stands around its plural into each branch. */
const LONGEST = 65_536

/** Undefined: no message, or one that no other syntax has words for. */
export function readIcu(value: string): Message | undefined {
  const parts = readMessage(value)
  if (!parts) return undefined
  const at = parts.findIndex(({ kind }) => kind === 'choice')
  const choice = parts[at]
  if (choice?.kind !== 'choice') {
    if (parts.length > 3 * MOST_PLACEHOLDERS) return undefined
    const pieces = piecesOf(value, parts)
    return pieces && { texts: new Map([['other', pieces]]) }
  }
  return readPlural(value, choice, parts.slice(0, at), parts.slice(at + 1))
}

/** What the first plural of a message counts. */
export function countedIn(value: string): string | undefined {
  const isPlural = (part: MessagePart) => part.kind === 'choice' && part.type !== 'select'
  const plural = readMessage(value)?.find(isPlural)
  return plural?.kind === 'choice' ? plural.name : undefined
}

const OFFSET = /\{[^,]*,[^,]*,\s*offset\s*:/y

function readPlural(
  value: string,
  choice: Choice,
  before: readonly MessagePart[],
  after: readonly MessagePart[],
): Message | undefined {
  const { name: argument, type, branches, start, end } = choice
  OFFSET.lastIndex = start
  if (type === 'select' || OFFSET.test(value)) return undefined
  if (value.length + branches.length * (value.length - (end - start)) > LONGEST) return undefined
  const texts = new Map<string, Piece[]>()
  let count = 0
  for (const branch of branches) {
    count += branch.parts.length + before.length + after.length
    // Text stands between placeholders, so that there are about as many of both.
    if (count > 3 * MOST_PLACEHOLDERS) return undefined
    const pieces = piecesOf(value, [...before, ...branch.parts, ...after], argument)
    if (!pieces) return undefined
    texts.set(branch.name, pieces)
  }
  return { plural: { argument, type }, texts }
}

function piecesOf(value: string, parts: readonly MessagePart[], counted?: string): Piece[] | undefined {
  const pieces: Piece[] = []
  for (const part of parts) {
    const piece = pieceOf(value.slice(part.start, part.end), part, counted)
    if (piece === undefined) return undefined
    pieces.push(piece)
  }
  return joined(pieces)
}

function pieceOf(raw: string, part: MessagePart, counted: string | undefined): Piece | undefined {
  if (part.kind === 'text') return literal(raw, part.isInPlural)
  if (part.kind === 'choice') return undefined
  if (part.kind === 'count') return counted === undefined ? undefined : { argument: counted, style: 'count' }
  const style = part.class === 'number' ? NUMBER_STYLES.get(styleOf(raw)) : part.class === 'text' ? 'plain' : undefined
  return style && countedOr({ argument: part.name, style }, counted)
}

const NUMBER_STYLES = new Map<string, Placeholder['style']>([
  ['', 'number'],
  ['.00', 'decimal'],
])
const styleOf = (raw: string) => raw.slice(1, -1).split(',').slice(2).join(',').trim()

/** Of what a plural counts it says the same as #, and most syntaxes have one spelling for both. */
export const countedOr = (placeholder: Placeholder, counted: string | undefined): Placeholder =>
  placeholder.argument === counted && COUNTING.has(placeholder.style) ? { ...placeholder, style: 'count' } : placeholder

const COUNTING: ReadonlySet<Placeholder['style']> = new Set(['plain', 'number', 'count'])

const QUOTED = /''|'(?=[{}<>])((?:[^']|'')*)'?/g
const QUOTED_IN_PLURAL = /''|'(?=[{}<>#])((?:[^']|'')*)'?/g
const TAG = /<[A-Za-z/]/

/** Undefined: what looks like a tag is quoted. Elsewhere nothing would tell it from a tag. */
function literal(raw: string, isInPlural: boolean): string | undefined {
  if (!raw.includes("'")) return raw
  let quotesTag = false
  const text = raw.replaceAll(isInPlural ? QUOTED_IN_PLURAL : QUOTED, (_, inside?: string) => {
    if (inside === undefined) return "'"
    quotesTag ||= TAG.test(inside)
    return inside.replaceAll("''", "'")
  })
  return quotesTag ? undefined : text
}

/** A text of ICU, as it stands alone or in a branch of a plural. */
export function writeIcu(pieces: readonly Piece[], plural: Counted | undefined): string {
  const isInPlural = plural !== undefined
  return pieces
    .map((piece, at) => {
      if (typeof piece !== 'string') return placeholder(piece)
      return quoted(piece, isInPlural, !isInPlural && at === pieces.length - 1)
    })
    .join('')
}

function placeholder({ argument, style }: Placeholder): string {
  if (style === 'count') return '#'
  if (style === 'plain') return `{${argument}}`
  return `{${argument}, ${style === 'decimal' ? 'number, .00' : style}}`
}

/** An apostrophe that quotes nothing stays single, as people write it. */
const quoted = (text: string, isInPlural: boolean, isLast: boolean) =>
  text.replaceAll(isInPlural ? /[{}#']+/g : /[{}']+/g, (run, at: number) => {
    const next = text[at + run.length]
    if (run === "'" && (next === undefined ? isLast : next !== '<' && next !== '>')) return run
    const doubled = run.replaceAll("'", "''")
    return /[^']/.test(run) ? `'${doubled}'` : doubled
  })
