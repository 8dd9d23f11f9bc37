import { Automaton, CASED_ROOT, FOLDED_ROOT } from './automaton.ts'
import { comparedText } from './compared-text.ts'
import { longestMatches } from './longest-matches.ts'
import { ENDS_WORD, LETTER, MarkedUnits } from './marked-units.ts'
import { searchedText } from './searched-text.ts'

/** A term as the trie knows it. */
export interface TrieTerm {
  id: number
  term: string
  isCaseSensitive: boolean
  isExactMatch: boolean
}

export interface TermHit {
  termIds: readonly number[]
  start: number
  end: number
}

/** Where a term stands in the trie, and since when compared with others. */
interface Placed {
  node: number
  order: number
}

/**
 * The terms of one language as a trie over UTF-16 units, kept in flat arrays. 70,000 terms take some megabytes and a text
 * is walked along once, whatever the number of terms. A term can be added and taken out at any time; the nodes of terms
 * that are gone stay until the trie is built anew.
 */
export class TermTrie {
  readonly #automaton = new Automaton()
  readonly #terms = new Map<number, Placed>()
  #puts = 0

  /** How many terms were taken out again. */
  removed = 0

  get size(): number {
    return this.#terms.size
  }

  put({ id, term, isCaseSensitive, isExactMatch }: TrieTerm): void {
    this.delete(id)
    const marked = new MarkedUnits()
    marked.add(comparedText(term.trim()).text)
    marked.end()
    const units = isCaseSensitive ? marked.cased : marked.folded
    if (units.length === 0) return
    let node = isCaseSensitive ? CASED_ROOT : FOLDED_ROOT
    for (const [at, unit] of units.entries()) {
      node = this.#automaton.grow(node, unit & LETTER)
      // A word that may go on has no end.
      const mayGoOn = at === units.length - 1 && !isExactMatch
      if (unit & ENDS_WORD && !mayGoOn) node = this.#automaton.grow(node, ENDS_WORD)
    }
    this.#automaton.addEnding(node, id, units.length)
    this.#terms.set(id, { node, order: this.#puts++ })
  }

  delete(id: number): void {
    const placed = this.#terms.get(id)
    if (!placed) return
    this.#terms.delete(id)
    this.removed++
    this.#automaton.removeEnding(placed.node, id)
  }

  /**
   * The terms in a text, from its beginning to its end; of those that overlap, the longest. A generator, so that
   * whoever walks along a long text can pause: it yields now and then and returns the hits.
   */
  *find(original: string): Generator<void, TermHit[]> {
    const { units, span } = yield* searchedText(original)
    const matches = yield* longestMatches(this.#automaton, units)
    const found = new Map<string, readonly number[]>()
    return matches.flatMap(({ start, end, nodes }) => {
      const name = nodes.join()
      const termIds = found.get(name) ?? this.#termsAt(nodes)
      found.set(name, termIds)
      // None is left where the last of them was taken out meanwhile.
      return termIds.length > 0 ? [{ termIds, ...span(start, end) }] : []
    })
  }

  /** In the order in which they were put. There may be as many as there are terms. */
  #termsAt(nodes: readonly number[]): readonly number[] {
    const lists = nodes.map((node): readonly number[] => this.#automaton.ending(node)?.termIds ?? [])
    return lists.reduce((one, other) => this.#merged(one, other))
  }

  #merged(one: readonly number[], other: readonly number[]): readonly number[] {
    const orderOf = (id: number | undefined) => (id === undefined ? undefined : this.#terms.get(id)?.order) ?? Infinity
    const merged: number[] = []
    let [at, atOther] = [0, 0]
    while (at < one.length || atOther < other.length) {
      const isFirst = atOther >= other.length || (at < one.length && orderOf(one[at]) < orderOf(other[atOther]))
      merged.push((isFirst ? one[at++] : other[atOther++]) as number)
    }
    return merged
  }
}
