import { Comments } from './comments.ts'
import { type Spelled, Tokens } from './tokens.ts'

/** A name with its text, and where they stand. */
export interface StringsItem {
  name: Spelled
  value: Spelled
  /** `name;` stands for `name = name;`: the value is nothing behind the name. `other` is a list, a dictionary or data. */
  kind: 'text' | 'short' | 'other'
  /** Directly before it. */
  comment?: string
  /** From the first line of its comment, or its own, to behind the end of its last one, where it has lines of its own. */
  from: number
  to: number
}

/**
 * What a file says, in its order, as Apple reads it: the old form of property lists, mostly without the braces around.
 * Undefined comes every few milliseconds. Returns where the last item may be followed by another.
 */
export function* scanStrings(text: string): Generator<StringsItem | undefined, number, void> {
  const tokens = new Tokens(text)
  const comments = new Comments(text)
  yield* tokens.toNext(comments)
  const isWrapped = tokens.take('{')
  if (isWrapped) yield* behind(tokens, comments)
  for (let name = yield* tokens.string(); name; name = yield* tokens.string()) {
    const { comment, from } = comments.about(name.from)
    const { kind, value } = yield* valueAt(tokens, comments, name)
    tokens.must(';')
    const { at } = tokens
    yield* behind(tokens, comments)
    const to = comments.endOf({ from, to: at }, tokens.at)
    yield { name, value, kind, from, to, ...(comment === '' ? {} : { comment }) }
  }
  const end = tokens.at
  if (isWrapped) {
    tokens.must('}')
    yield* behind(tokens, comments)
  }
  if (tokens.at < text.length) throw tokens.fault('a name')
  return end
}

function* behind(tokens: Tokens, comments: Comments): Generator<undefined, void, void> {
  comments.startBehind(tokens.at)
  yield* tokens.toNext(comments)
}

function* valueAt(
  tokens: Tokens,
  comments: Comments,
  name: Spelled,
): Generator<undefined, Pick<StringsItem, 'kind' | 'value'>, void> {
  yield* tokens.toNext(comments)
  if (tokens.sign === ';') return { kind: 'short', value: { ...name, from: name.to } }
  tokens.must('=')
  yield* tokens.toNext(comments)
  const { at } = tokens
  const text = yield* tokens.string()
  if (!text) yield* throughOther(tokens, comments)
  const value = text ?? { from: at, to: tokens.at, quote: '' }
  yield* tokens.toNext(comments)
  return { kind: text ? 'text' : 'other', value }
}

/** Whatever stands between brackets; whether it makes sense is for others to say. */
function* throughOther(tokens: Tokens, comments: Comments): Generator<undefined, void, void> {
  let open = 0
  do {
    if (tokens.take('{') || tokens.take('(')) open++
    else if (open > 0 && (tokens.take('}') || tokens.take(')'))) open--
    else if (tokens.sign === '<') yield* tokens.data()
    else if (open === 0) throw tokens.fault('a text')
    else if (!(tokens.take(',') || tokens.take(';') || tokens.take('=')) && !(yield* tokens.string()))
      throw tokens.fault('a bracket that closes')
    if (open > 0) yield* tokens.toNext(comments)
  } while (open > 0)
}
