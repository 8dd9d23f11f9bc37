import type { Lines } from '../lines.ts'
import { UnreadableFile } from '../remark.ts'
import { textOfComments } from '../tree/comment-text.ts'
import type { ScalarType } from '../tree/outline.ts'
import type { CommentBefore, TreeHandler } from '../tree/tree-handler.ts'
import type { ExportedObject } from './find-object.ts'
import { jsComments } from './js-comment.ts'
import { textOfLiteral, withoutEscapes } from './js-text.ts'
import { JsTokens } from './js-tokens.ts'

/** Longer ones are texts that are too long, whatever their escapes say. */
const LONGEST_LITERAL = 2 ** 20
const LONGEST_COMMENT = 2 ** 15

/** They come before the name of a method. */
const MODIFIERS = new Set(['get', 'set', 'async'])
/** Of what has no name, as much as people need to find it. */
const SHOWN = /^[^\s,(]+/
const COMPUTED = 'Only a program could work this out, so it is left alone'

/** Tells what stands in an object literal. Anything that is no text, number, object or list is told as such. */
export function* readObject(
  text: string,
  { from, computed }: ExportedObject,
  handler: TreeHandler,
  lines: Lines,
): Generator<void, void, void> {
  yield* new ObjectReader(text, from, computed, handler, lines).read()
}

class ObjectReader {
  readonly #tokens: JsTokens
  readonly #computed: ReadonlySet<number>
  readonly #handler: TreeHandler
  readonly #lines: Lines
  /** Whether the open branches are lists, the innermost last. */
  readonly #levels: boolean[] = []
  /** Where the token before ended. */
  #before = 0

  constructor(text: string, from: number, computed: ReadonlySet<number>, handler: TreeHandler, lines: Lines) {
    this.#tokens = new JsTokens(text, from)
    this.#computed = computed
    this.#handler = handler
    this.#lines = lines
  }

  *read(): Generator<void, void, void> {
    const tokens = this.#tokens
    yield* this.#next()
    this.#open('map')
    yield* this.#next()
    while (this.#levels.length > 0) {
      if (tokens.kind === 'end') this.#refuse('The object has no end')
      if (tokens.is('}') || tokens.is(']')) yield* this.#close()
      else if (this.#levels.at(-1)) yield* this.#listMember()
      else yield* this.#objectMember()
    }
  }

  #open(kind: 'map' | 'list'): void {
    this.#handler.open(kind, this.#tokens.from)
    this.#levels.push(kind === 'list')
  }

  *#close(): Generator<void, void, void> {
    if (this.#tokens.is(']') !== this.#levels.pop()) this.#refuse('A bracket closes what another opened')
    this.#handler.close(this.#tokens.to)
    if (this.#levels.length === 0) return
    yield* this.#next()
    yield* this.#behindValue()
  }

  *#listMember(): Generator<void, void, void> {
    const tokens = this.#tokens
    this.#handler.member(undefined, tokens.from, this.#comment())
    if (tokens.is(',')) {
      this.#handler.scalar('null', '', tokens.from, tokens.from)
      yield* this.#comma()
    } else yield* this.#value(tokens.from)
  }

  *#objectMember(): Generator<void, void, void> {
    const tokens = this.#tokens
    const { from } = tokens
    const comment = this.#comment()
    const name = yield* this.#name()
    // Without brackets it is what the object inherits from.
    if (name !== undefined && tokens.is(':') && (name !== '__proto__' || tokens.text[from] === '[')) {
      this.#handler.member(name, from, comment)
      yield* this.#next()
      yield* this.#value(tokens.from)
      return
    }
    this.#handler.member(name ?? SHOWN.exec(tokens.text.slice(from, from + 100))?.[0] ?? '', from, comment, true)
    yield* this.#skip(from)
  }

  /** Undefined where it is worked out, or begins something else than a name: `...others`. */
  *#name(): Generator<void, string | undefined, void> {
    const tokens = this.#tokens
    const word = tokens.kind === 'word' ? tokens.source : ''
    const name = this.#plainName()
    if (name !== undefined) {
      yield* this.#next()
      return MODIFIERS.has(word) ? (this.#plainName() ?? name) : name
    }
    if (!tokens.is('[')) return undefined
    yield* this.#next()
    const computed = tokens.kind === 'text' || tokens.kind === 'template' ? this.#literal() : undefined
    yield* this.#next()
    if (computed === undefined || !tokens.is(']')) return undefined
    yield* this.#next()
    return computed
  }

  #plainName(): string | undefined {
    const { kind, source } = this.#tokens
    if (kind === 'word') return withoutEscapes(source)
    if (kind === 'text') return this.#literal()
    return kind === 'number' ? `${Number(source.replaceAll('_', '').replace(/n$/, ''))}` : undefined
  }

  /** The value at the token, and what follows it. */
  *#value(from: number): Generator<void, void, void> {
    const tokens = this.#tokens
    if ((tokens.is('{') || tokens.is('[')) && !this.#computed.has(from)) {
      this.#open(tokens.is('{') ? 'map' : 'list')
      yield* this.#next()
      return
    }
    const sign = tokens.is('-') ? '-' : ''
    if (sign !== '') yield* this.#next()
    const scalar = this.#scalar(sign)
    if (!scalar) return yield* this.#skip(from)
    const { to } = tokens
    yield* this.#next()
    if (!this.#isEndOfValue() && !(yield* this.#type())) return yield* this.#skip(from)
    this.#handler.scalar(...scalar, from, to)
    yield* this.#comma()
  }

  #scalar(sign: string): [type: ScalarType, text: string] | undefined {
    const { kind, source } = this.#tokens
    if (kind === 'number') return ['number', sign + source]
    if (sign !== '') return undefined
    if (kind === 'text' || kind === 'template') return ['text', this.#literal()]
    if (source === 'true' || source === 'false') return ['boolean', source]
    return source === 'null' ? ['null', ''] : undefined
  }

  #literal(): string {
    const { source } = this.#tokens
    if (source.length > LONGEST_LITERAL) return source
    try {
      return textOfLiteral(source)
    } catch (error) {
      if (error instanceof UnreadableFile) this.#refuse(error.message)
      throw error
    }
  }

  #isEndOfValue(): boolean {
    const tokens = this.#tokens
    return tokens.is(',') || tokens.is('}') || tokens.is(']')
  }

  /** A type behind a value changes nothing of it. */
  *#type(): Generator<void, boolean, void> {
    const tokens = this.#tokens
    if (tokens.kind !== 'word' || (tokens.source !== 'as' && tokens.source !== 'satisfies')) return false
    yield* this.#untilEndOfValue()
    return true
  }

  *#behindValue(): Generator<void, void, void> {
    if (!this.#isEndOfValue() && !(yield* this.#type())) this.#refuse('A comma is missing')
    yield* this.#comma()
  }

  *#comma(): Generator<void, void, void> {
    const { from } = this.#tokens
    const isComma = this.#tokens.is(',')
    this.#handler.memberEnd(this.#before, isComma ? from : undefined)
    if (isComma) yield* this.#next()
  }

  /** Leaves a value alone that is looked at already, as far as the token. */
  *#skip(from: number): Generator<void, void, void> {
    yield* this.#untilEndOfValue()
    this.#handler.unsupported(COMPUTED, from, this.#before)
    yield* this.#comma()
  }

  *#untilEndOfValue(): Generator<void, void, void> {
    const tokens = this.#tokens
    const depth = this.#levels.length
    while (tokens.kind !== 'end') {
      const isEnd =
        tokens.closed === undefined ? tokens.is(',') && tokens.open.length === depth : tokens.open.length < depth
      if (isEnd) return
      if (tokens.is("'") || tokens.is('"') || tokens.is('`')) this.#refuse('A text has no end')
      yield* this.#next()
    }
    this.#refuse('The object has no end')
  }

  *#next(): Generator<void, void, void> {
    this.#before = this.#tokens.to
    yield* this.#tokens.next()
  }

  #comment(): CommentBefore | undefined {
    const { text, commentFrom, commentTo } = this.#tokens
    if (commentFrom === commentTo) return undefined
    const comments = text.slice(commentFrom, Math.min(commentTo, commentFrom + LONGEST_COMMENT))
    return { from: commentFrom, text: textOfComments(comments, jsComments) }
  }

  #refuse(message: string): never {
    const place = this.#lines.at(this.#tokens.from)
    throw new UnreadableFile('syntax_error', `${message} (line ${place.line}, column ${place.column})`, place)
  }
}
