import { type MessagePart, readMessage } from '@parlance/checks'

/** No syntax counts further. */
export const MOST_POSITIONS = 99

const NUMBER = /^(?:0|[1-9]\d?)$/

/**
 * The arguments of a message in their order; undefined for a text that is none. One that is called by a number, as
 * placeholders without names are when they become ICU, has the place of that number, and the others fill what is left:
 * so a translation that puts the second first still finds it under its own number.
 */
export function argumentsOf(message: string): string[] | undefined {
  const parts = readMessage(message)
  if (!parts) return undefined
  const names = new Set<string>()
  collect(parts, names)
  const named: string[] = []
  const places: string[] = []
  for (const name of names) {
    if (NUMBER.test(name) && Number(name) < MOST_POSITIONS) places[Number(name)] = name
    else named.push(name)
  }
  for (let at = 0, next = 0; at < places.length || next < named.length; at++) places[at] ??= named[next++] ?? String(at)
  return places
}

function collect(parts: readonly MessagePart[], names: Set<string>): void {
  for (const part of parts) {
    if (part.kind === 'argument') names.add(part.name)
    if (part.kind !== 'choice') continue
    names.add(part.name)
    for (const branch of part.branches) collect(branch.parts, names)
  }
}

/** The arguments of a message by position, and the other way round. */
export class Places {
  readonly #arguments: readonly string[]
  readonly #positions: ReadonlyMap<string, number>

  constructor(names: readonly string[]) {
    this.#arguments = names
    this.#positions = new Map(names.map((name, at) => [name, at + 1]))
  }

  get count(): number {
    return this.#arguments.length
  }

  has(argument: string): boolean {
    return this.#positions.has(argument)
  }

  /** Behind the last, or where there is none, it is called by its number. */
  at(position: number): string | undefined {
    const own = String(position - 1)
    return this.#arguments[position - 1] ?? (this.has(own) ? undefined : own)
  }

  positionOf(argument: string): number | undefined {
    const known = this.#positions.get(argument)
    if (known !== undefined || !NUMBER.test(argument)) return known
    const position = Number(argument) + 1
    return position > this.count ? position : undefined
  }

  /** The first that is none of these. */
  besides(others: ReadonlySet<string | undefined>): string | undefined {
    return this.#arguments.find((argument) => !others.has(argument))
  }
}
