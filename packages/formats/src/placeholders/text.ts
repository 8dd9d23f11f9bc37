/** How an argument is shown: as it is, as a number, with two decimals, or as what the plural around it counts. */
export type Style = 'plain' | 'number' | 'decimal' | 'count' | OwnStyle

/** As ICU has it behind the name, where only the format that it was written for has a word for it too. */
export type OwnStyle = `${'number' | 'date' | 'time'}, ${string}`

export interface Placeholder {
  argument: string
  style: Style
}

/** A part of a text, whatever its syntax: what is to be read literally, or a placeholder. */
export type Piece = string | Placeholder

/** More have been made to keep somebody waiting: such a message stays as it is. */
export const MOST_PLACEHOLDERS = 1_000

export interface Counted {
  argument: string
  type: 'cardinal' | 'ordinal'
}

/** A message of the kind that other syntaxes can say. */
export interface Message {
  /** Left out: it has one text, under the name `other`. */
  plural?: Counted
  /** By category or exact number. What stands around a plural stands in each of them. */
  texts: ReadonlyMap<string, readonly Piece[]>
}

export const hasPlaceholder = ({ texts }: Message) =>
  [...texts.values()].some((pieces) => pieces.some((piece) => typeof piece !== 'string'))

/** Neighbouring texts as one, so that two ways to the same text compare as equal. */
export function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') result[result.length - 1] = last + piece
    else if (piece !== '') result.push(piece)
  }
  return result
}
