import type { Column } from './columns.ts'
import type { Places } from './positions.ts'
import { doubledIn, styleOfToken } from './read.ts'
import { hasPlaceholder, type Message, type Piece, type Placeholder, type Style } from './text.ts'

type Tokens = Readonly<Record<string, string>>

/**
 * The texts of a message in another syntax, in every way there is, the best first: as they came, without numbers where
 * the source has one argument only, with numbers. Whoever takes one looks whether it is read as it was meant.
 */
export function* sayings(
  message: Message,
  column: Column,
  places: Places,
  tokens: Tokens = {},
): Generator<ReadonlyMap<string, string>, void, void> {
  const isNumbered = places.count > 1 || !column.isPositional || usesMore(message, places)
  const ways = [...(Object.keys(tokens).length > 0 ? [{ isNumbered, tokens }] : []), { isNumbered }]
  if (!isNumbered) ways.push({ isNumbered: true })
  for (const way of ways) {
    const said = new Saying(message, column, places, way).texts()
    if (said) yield said
  }
}

const usesMore = ({ texts }: Message, places: Places) => {
  const isMore = (piece: Piece) => typeof piece !== 'string' && (places.positionOf(piece.argument) ?? 0) > 1
  return [...texts.values()].some((pieces) => pieces.some(isMore))
}

class Saying {
  readonly #message: Message
  readonly #column: Column
  readonly #places: Places
  readonly #way: { isNumbered: boolean; tokens?: Tokens }

  constructor(message: Message, column: Column, places: Places, way: { isNumbered: boolean; tokens?: Tokens }) {
    this.#message = message
    this.#column = column
    this.#places = places
    this.#way = way
  }

  texts(): Map<string, string> | undefined {
    const isDoubled = hasPlaceholder(this.#message)
    const texts = new Map<string, string>()
    for (const [branch, pieces] of this.#message.texts) {
      const text = this.#text(pieces, isDoubled)
      if (text === undefined) return undefined
      texts.set(branch, text)
    }
    return texts
  }

  #text(pieces: readonly Piece[], isDoubled: boolean): string | undefined {
    let text = ''
    for (const piece of pieces) {
      const part =
        typeof piece === 'string' ? (isDoubled ? doubledIn(piece, this.#column) : piece) : this.#placeholder(piece)
      if (part === undefined) return undefined
      text += part
    }
    return text
  }

  #placeholder({ argument, style }: Placeholder): string | undefined {
    const { isNumbered, tokens = {} } = this.#way
    const { counted, isPositional, spell } = this.#column
    const token = Object.hasOwn(tokens, argument) ? tokens[argument] : undefined
    if (token !== undefined && shows(styleOfToken(token, this.#column), style)) return token
    const position = this.#places.positionOf(argument)
    if (isPositional && position === undefined) return undefined
    if (style.includes(',')) return undefined
    const isRenamed = counted !== undefined && argument === this.#message.plural?.argument
    return spell({ name: isRenamed ? counted : argument, position: position ?? 0, isNumbered }, style)
  }
}

const shows = (found: Style | undefined, style: Style) =>
  style === 'count' ? found !== undefined && found !== 'decimal' : found === style
