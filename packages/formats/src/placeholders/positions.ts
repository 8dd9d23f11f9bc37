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

/** Which argument a position means. Behind the last of the source, or where there is none, it is called by its number. */
export function argumentAt(position: number, places: readonly string[]): string | undefined {
  const own = String(position - 1)
  return places[position - 1] ?? (places.includes(own) ? undefined : own)
}

export function positionOf(argument: string, places: readonly string[]): number | undefined {
  const at = places.indexOf(argument)
  if (at >= 0) return at + 1
  const position = NUMBER.test(argument) ? Number(argument) + 1 : undefined
  return position !== undefined && position > places.length ? position : undefined
}
