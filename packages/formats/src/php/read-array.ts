import type { Lines } from '../lines.ts'
import { UnreadableFile } from '../remark.ts'
import { textOfComments } from '../tree/comment-text.ts'
import type { ScalarType } from '../tree/outline.ts'
import type { CommentBefore, TreeHandler } from '../tree/tree-handler.ts'
import type { ReturnedArray } from './find-array.ts'
import { phpComments } from './php-comment.ts'
import { indexOfName, indexOfNumber } from './php-index.ts'
import { textOfLiteral } from './php-text.ts'
import { PhpTokens } from './php-tokens.ts'

/** Longer ones are texts that are too long, whatever their escapes say. */
const LONGEST_LITERAL = 2 ** 20
const LONGEST_COMMENT = 2 ** 15
const CONSTANTS: Readonly<Record<string, ScalarType>> = { true: 'boolean', false: 'boolean', null: 'null' }
const CLOSES = new Set([')', ']', '}'])
/** Of what has no name, as much as people need to find it. */
const SHOWN = /^[^\s,(=]+/
const COMPUTED = 'Only a program could work this out, so it is left alone'

interface Scalar {
  type: ScalarType
  text: string
  to: number
}

/** Tells what stands in an array. Anything that is no text, number or array is told as such. */
export function* readArray(
  text: string,
  found: ReturnedArray,
  handler: TreeHandler,
  lines: Lines,
): Generator<void, void, void> {
  yield* new ArrayReader(text, found, handler, lines).read()
}

class ArrayReader {
  readonly #tokens: PhpTokens
  readonly #found: ReturnedArray
  readonly #handler: TreeHandler
  readonly #lines: Lines
  /** The open arrays, the innermost last, with the index that a member without a name has in them. */
  readonly #levels: { isList: boolean; next: number }[] = []
  /** Where the token before ended. */
  #before = 0

  constructor(text: string, found: ReturnedArray, handler: TreeHandler, lines: Lines) {
    this.#tokens = new PhpTokens(text, found.from)
    this.#found = found
    this.#handler = handler
    this.#lines = lines
  }

  *read(): Generator<void, void, void> {
    const tokens = this.#tokens
    yield* this.#next()
    yield* this.#open()
    while (this.#levels.length > 0) {
      if (tokens.kind === 'end') this.#refuse('The array has no end')
      if (tokens.kind === 'punctuator' && CLOSES.has(tokens.source)) yield* this.#close()
      else yield* this.#member()
    }
  }

  /** At its bracket, or at the word before it. */
  *#open(): Generator<void, void, void> {
    const tokens = this.#tokens
    if (tokens.kind === 'word') yield* this.#next()
    const isList = !this.#found.maps.has(tokens.from)
    this.#handler.open(isList ? 'list' : 'map', tokens.from)
    this.#levels.push({ isList, next: 0 })
    yield* this.#next()
  }

  *#close(): Generator<void, void, void> {
    const { closed, text } = this.#tokens
    if (!this.#tokens.is(text[closed ?? -1] === '[' ? ']' : ')')) this.#refuse('A bracket closes what another opened')
    this.#handler.close(this.#tokens.to)
    this.#levels.pop()
    if (this.#levels.length === 0) return
    yield* this.#next()
    if (!this.#isEndOfValue()) this.#refuse('A comma is missing')
    yield* this.#comma()
  }

  *#member(): Generator<void, void, void> {
    const tokens = this.#tokens
    const { from } = tokens
    const comment = this.#comment()
    const isArray = this.#isArray()
    const scalar = isArray ? undefined : yield* this.#scalar()
    if (scalar && tokens.is('=>')) {
      const name = nameOf(scalar)
      if (name !== undefined) {
        this.#handler.member(this.#named(name), from, comment)
        yield* this.#next()
        yield* this.#value()
        return
      }
    } else if (isArray || (scalar && this.#isEndOfValue())) {
      this.#handler.member(this.#unnamed(), from, comment)
      if (isArray) yield* this.#open()
      else if (scalar) yield* this.#tell(scalar, from)
      return
    }
    yield* this.#computedMember(from, comment)
  }

  *#value(): Generator<void, void, void> {
    const { from } = this.#tokens
    if (this.#isArray()) return yield* this.#open()
    const scalar = yield* this.#scalar()
    if (scalar && this.#isEndOfValue()) return yield* this.#tell(scalar, from)
    yield* this.#untilEndOfValue()
    this.#handler.unsupported(COMPUTED, from, this.#before)
    yield* this.#comma()
  }

  *#tell({ type, text, to }: Scalar, from: number): Generator<void, void, void> {
    this.#handler.scalar(type, text, from, to)
    yield* this.#comma()
  }

  *#computedMember(from: number, comment: CommentBefore | undefined): Generator<void, void, void> {
    const { text } = this.#tokens
    const hasName = yield* this.#untilEndOfValue()
    const isOne = !hasName && !text.startsWith('...', from)
    const shown = SHOWN.exec(text.slice(from, from + 100))?.[0] ?? ''
    this.#handler.member(isOne ? this.#unnamed() : shown, from, comment, true)
    this.#handler.unsupported(COMPUTED, from, this.#before)
    yield* this.#comma()
  }

  /** What comes without a name later is counted from the highest number. */
  #named(name: string): string {
    const level = this.#levels.at(-1)
    const index = indexOfName(name)
    if (level && index !== undefined && index >= level.next) level.next = index + 1
    return name
  }

  #unnamed(): string | undefined {
    const level = this.#levels.at(-1)
    return !level || level.isList ? undefined : `${level.next++}`
  }

  #isArray(): boolean {
    const { from } = this.#tokens
    const bracket = this.#tokens.is('[') ? from : this.#found.long.get(from)
    return bracket !== undefined && !this.#found.computed.has(bracket)
  }

  /** What the token, and those that belong to it, say; the next one is behind them. */
  *#scalar(): Generator<void, Scalar | undefined, void> {
    const tokens = this.#tokens
    const isSigned = tokens.is('-') || tokens.is('+')
    const sign = isSigned ? tokens.source : ''
    if (isSigned) yield* this.#next()
    const { kind, to } = tokens
    if (kind === 'number') {
      const text = sign + tokens.source
      yield* this.#next()
      return { type: 'number', text, to }
    }
    if (isSigned) return undefined
    if (kind === 'text') return yield* this.#joined()
    const type = kind === 'word' && to - tokens.from < 6 ? CONSTANTS[tokens.source.toLowerCase()] : undefined
    if (type === undefined) return undefined
    const text = type === 'null' ? '' : tokens.source
    yield* this.#next()
    return { type, text, to }
  }

  /** Texts with dots in between are one. Undefined: there is something else among them. */
  *#joined(): Generator<void, Scalar | undefined, void> {
    const tokens = this.#tokens
    let joined = ''
    while (true) {
      const text = tokens.kind === 'text' ? this.#literal() : undefined
      if (text === undefined) return undefined
      joined += text
      const { to } = tokens
      yield* this.#next()
      if (!tokens.is('.')) return { type: 'text', text: joined, to }
      yield* this.#next()
    }
  }

  #literal(): string | undefined {
    const { source } = this.#tokens
    return source.length > LONGEST_LITERAL ? source : textOfLiteral(source)
  }

  #isEndOfValue(): boolean {
    const tokens = this.#tokens
    return tokens.is(',') || tokens.is(']') || tokens.is(')')
  }

  *#comma(): Generator<void, void, void> {
    const { from } = this.#tokens
    const isComma = this.#tokens.is(',')
    this.#handler.memberEnd(this.#before, isComma ? from : undefined)
    if (isComma) yield* this.#next()
  }

  /** Whether an arrow stands before the end: what comes before it is a name. */
  *#untilEndOfValue(): Generator<void, boolean, void> {
    const tokens = this.#tokens
    const depth = this.#levels.length
    let hasArrow = false
    while (tokens.kind !== 'end') {
      const isEnd =
        tokens.closed === undefined ? tokens.is(',') && tokens.open.length === depth : tokens.open.length < depth
      if (isEnd) return hasArrow
      if (tokens.is(';') && tokens.open.length === depth) this.#refuse('A comma is missing')
      if (tokens.is('=>') && tokens.open.length === depth) hasArrow = true
      yield* this.#next()
    }
    this.#refuse('The array has no end')
  }

  *#next(): Generator<void, void, void> {
    this.#before = this.#tokens.to
    yield* this.#tokens.next()
  }

  #comment(): CommentBefore | undefined {
    const { text, commentFrom, commentTo } = this.#tokens
    if (commentFrom === commentTo) return undefined
    const comments = text.slice(commentFrom, Math.min(commentTo, commentFrom + LONGEST_COMMENT))
    return { from: commentFrom, text: textOfComments(comments, phpComments) }
  }

  #refuse(message: string): never {
    throw new UnreadableFile('syntax_error', message, this.#lines.at(this.#tokens.from))
  }
}

/** A number that is the name of a member is a whole one; what PHP would make of others is no longer what stands there. */
const nameOf = ({ type, text }: Scalar) =>
  type === 'text' ? text : type === 'number' ? indexOfNumber(text)?.toString() : undefined
