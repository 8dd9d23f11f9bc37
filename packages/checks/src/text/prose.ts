import type { Span } from './mapped-text.ts'

/** Stands in prose for what is not language: placeholders, tags, entities, addresses. */
export const GAP = '\ufffc'

/** A text with gaps in it, and where in the text its parts stand. The gaps are in order and none is within another. */
export class Prose {
  readonly text: string
  readonly #gaps: readonly Span[]
  /** Where in the prose each gap stands; made when somebody asks for a place, which is seldom. */
  #places: Int32Array | undefined

  constructor(original: string, gaps: readonly Span[]) {
    let made = ''
    let at = 0
    for (const { start, end } of gaps) {
      made += original.slice(at, start) + GAP
      at = end
    }
    this.text = made + original.slice(at)
    this.#gaps = gaps
  }

  /** Where a part of the prose stands in the text; for an empty part, where it would be put. */
  inText({ start, end }: Span): Span {
    const from = this.#origin(start).start
    return { start: from, end: end > start ? this.#origin(end - 1).end : from }
  }

  /** Where a unit of the prose stands in the text. */
  #origin(at: number): Span {
    this.#places ??= placesOf(this.#gaps)
    const before = lastUpTo(this.#places, at)
    if (before < 0) return { start: at, end: at + 1 }
    const gap = this.#gaps[before] as Span
    const behind = at - (this.#places[before] as number)
    return behind === 0 ? gap : { start: gap.end + behind - 1, end: gap.end + behind }
  }
}

function placesOf(gaps: readonly Span[]): Int32Array {
  const places = new Int32Array(gaps.length)
  let shorter = 0
  for (const [at, { start, end }] of gaps.entries()) {
    places[at] = start - shorter
    shorter += end - start - 1
  }
  return places
}

function lastUpTo(places: Int32Array, at: number): number {
  let low = -1
  let high = places.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((places[middle] as number) <= at) low = middle
    else high = middle - 1
  }
  return low
}
