import { type Automaton, CASED_ROOT, type Walk } from './automaton.ts'
import { ENDS_WORD, LETTER, type MarkedUnits, WITHIN } from './marked-units.ts'

/** A part of a text that is a term, and the nodes at which that term ends, whatever is asked of its case and its end. */
export interface Match {
  start: number
  end: number
  nodes: number[]
}

/** A fraction of a millisecond. */
const STEPS_AT_ONCE = 5_000

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
  yield* reading.read(0, length)
  const kept: Match[] = []
  for (let size = reading.byLength.length - 1; size > 0; size--) {
    for (const match of reading.byLength[size]?.sort((a, b) => a.start - b.start) ?? []) {
      const { start, end } = match
      // Taken ones are as long or longer: one that is in the way has the first unit or the last.
      if (taken[start] || taken[end - 1]) continue
      taken.fill(1, start, end)
      kept.push(match)
      yield* reading.read(end, Math.min(length, end + size - 1))
    }
  }
  return kept.sort((a, b) => a.start - b.start)
}

class Reading {
  /** The longest match at each position, by its length. */
  readonly byLength: Match[][] = []
  readonly #automaton: Automaton
  readonly #units: MarkedUnits
  readonly #taken: Uint8Array
  readonly #walks: readonly Walk[]
  #paused = 0

  constructor(automaton: Automaton, units: MarkedUnits, taken: Uint8Array) {
    this.#automaton = automaton
    this.#units = units
    this.#taken = taken
    this.#walks = automaton.walks()
  }

  /** Adds what begins and ends between two positions, up to the first one that is taken. */
  *read(from: number, to: number): Generator<void, void> {
    if (this.#walks.length === 0) return
    for (const walk of this.#walks) walk.node = walk.root
    for (let at = from; at < to && this.#taken[at] === 0; at++) {
      const match = this.#longestAt(at)
      if (match) this.#keep(match)
      if (this.#mustPause()) yield
    }
  }

  /** The longest term that ends with the unit at a position. */
  #longestAt(at: number): Match | undefined {
    const end = at + 1
    let longest: Match | undefined
    for (const walk of this.#walks) {
      const unit = (walk.root === CASED_ROOT ? this.#units.cased : this.#units.folded)[at] as number
      if (walk.node === walk.root && unit & WITHIN) continue
      longest = this.#longer(longest, end, this.#automaton.step(walk, unit & LETTER))
      if (unit & ENDS_WORD && walk.node !== walk.root)
        longest = this.#longer(longest, end, this.#automaton.step(walk, ENDS_WORD))
    }
    return longest
  }

  #longer(longest: Match | undefined, end: number, node: number): Match | undefined {
    const ending = node === 0 ? undefined : this.#automaton.ending(node)
    if (!ending) return longest
    const start = end - ending.length
    if (longest && start > longest.start) return longest
    if (start === longest?.start) longest.nodes.push(node)
    return start === longest?.start ? longest : { start, end, nodes: [node] }
  }

  #keep(match: Match): void {
    const length = match.end - match.start
    const others = this.byLength[length]
    if (others) others.push(match)
    else this.byLength[length] = [match]
  }

  #mustPause(): boolean {
    let steps = 0
    for (const walk of this.#walks) steps += walk.steps
    if (steps - this.#paused < STEPS_AT_ONCE) return false
    this.#paused = steps
    return true
  }
}
