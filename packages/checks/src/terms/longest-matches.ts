import type { Automaton } from './automaton.ts'
import type { MarkedUnits } from './marked-units.ts'
import { Reader } from './reader.ts'

/** A part of a text that is a term, and the nodes at which that term ends, whatever is asked of its case and its end. */
export interface Match {
  start: number
  end: number
  nodes: number[]
}

/** A fraction of a millisecond. They are counted now and then. */
const STEPS_AT_ONCE = 5_000
const UNITS_AT_ONCE = 64

/**
 * The terms in a text, in its order; of those that overlap, the longest, and of equally long ones the first. It yields
 * after every so many steps.
 *
 * For each position only the longest term that ends there is kept: all terms at all positions would be millions in a text
 * made for it. When a term is taken, those that began within it and ended behind it are lost, and the text behind it is
 * read once more, from there on, for shorter ones. It is read no further than the taken one is long, because nothing longer
 * is left. So all that is read once more is no longer than the text.
 */
export function* longestMatches(automaton: Automaton, units: MarkedUnits): Generator<void, Match[]> {
  const { length } = units.folded
  const taken = new Uint8Array(length)
  const reading = new Reading(automaton, units, taken)
  for (let at = reading.read(0, length); at < length; at = reading.goOn(at, length)) yield
  const kept: Match[] = []
  for (let size = reading.byLength.length - 1; size > 0; size--) {
    for (const match of reading.byLength[size]?.sort((a, b) => a.start - b.start) ?? []) {
      const { start, end } = match
      // Taken ones are as long or longer: one that is in the way has the first unit or the last.
      if (taken[start] || taken[end - 1]) continue
      taken.fill(1, start, end)
      kept.push(match)
      const to = Math.min(length, end + size - 1)
      for (let at = reading.read(end, to); at < to; at = reading.goOn(at, to)) yield
      if (reading.mustPause()) yield
    }
  }
  return kept.sort((a, b) => a.start - b.start)
}

class Reading {
  /** The longest match at each position, by its length. */
  readonly byLength: Match[][] = []
  readonly #automaton: Automaton
  readonly #reader: Reader
  readonly #taken: Uint8Array
  #pauseAt = STEPS_AT_ONCE

  constructor(automaton: Automaton, units: MarkedUnits, taken: Uint8Array) {
    this.#automaton = automaton
    this.#reader = new Reader(automaton, units)
    this.#taken = taken
  }

  /** Adds what begins and ends between two positions, and says how far it came before it has to pause. */
  read(from: number, to: number): number {
    this.#reader.restart()
    return this.goOn(from, to)
  }

  /** Up to the end, or to the first position that is taken, which is the end then. */
  goOn(from: number, to: number): number {
    if (!this.#reader.leadsAnywhere) return to
    for (let at = from; at < to; at++) {
      if (this.#taken[at]) return to
      const nodes = this.#reader.read(at)
      if (nodes) this.#keepLongest(nodes, at + 1)
      if (at % UNITS_AT_ONCE === 0 && this.mustPause()) return at + 1
    }
    return to
  }

  /** Whether it has made many steps since it was last asked and said so. */
  mustPause(): boolean {
    const { steps } = this.#reader
    if (steps < this.#pauseAt) return false
    this.#pauseAt = steps + STEPS_AT_ONCE
    return true
  }

  #keepLongest(nodes: readonly number[], end: number): void {
    let longest: Match | undefined
    for (const node of nodes) {
      const ending = this.#automaton.ending(node)
      const start = end - (ending?.length ?? 0)
      if (!ending || (longest && start > longest.start)) continue
      if (longest?.start === start) longest.nodes.push(node)
      else longest = { start, end, nodes: [node] }
    }
    if (!longest) return
    const others = this.byLength[end - longest.start]
    if (others) others.push(longest)
    else this.byLength[end - longest.start] = [longest]
  }
}
