import { Automaton, CASED_ROOT, FOLDED_ROOT } from './automaton.ts'
import { longestMatches } from './longest-matches.ts'
import { ENDS_WORD, LETTER } from './marked-units.ts'
import { occurringNodes } from './occurring-nodes.ts'
import { type SearchedText, searchedText } from './searched-text.ts'
import { type TermForm, unitsOfTerm } from './term-units.ts'

/** A term as the trie knows it. */
export interface TrieTerm extends TermForm {
  id: number
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

  put(term: TrieTerm): void {
    this.delete(term.id)
    const units = unitsOfTerm(term)
    if (units.length === 0) return
    let node = term.isCaseSensitive ? CASED_ROOT : FOLDED_ROOT
    for (const unit of units) {
      node = this.#automaton.grow(node, unit & LETTER)
      if (unit & ENDS_WORD) node = this.#automaton.grow(node, ENDS_WORD)
    }
    this.#automaton.addEnding(node, term.id, units.length)
    this.#terms.set(term.id, { node, order: this.#puts++ })
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
    return yield* this.findIn(yield* searchedText(original))
  }

  *findIn({ units, span }: SearchedText): Generator<void, TermHit[]> {
    const matches = yield* longestMatches(this.#automaton, units)
    if (matches.length === 0) return []
    const found = new Map<string, readonly number[]>()
    return matches.flatMap(({ start, end, nodes }) => {
      const name = nodes.join()
      const termIds = found.get(name) ?? this.#termsAt(nodes)
      found.set(name, termIds)
      // None is left where the last of them was taken out meanwhile.
      return termIds.length > 0 ? [{ termIds, ...span(start, end) }] : []
    })
  }

  /** Those that stand anywhere in a text, one within another, too. */
  occurringIn({ units }: SearchedText): ReadonlySet<number> {
    const ids = new Set<number>()
    for (const node of occurringNodes(this.#automaton, units)) {
      for (const id of this.#automaton.ending(node)?.termIds ?? []) ids.add(id)
    }
    return ids
  }

  /** In the order in which they were put. There may be as many as there are terms. */
  #termsAt(nodes: readonly number[]): readonly number[] {
    const lists = nodes.map((node): readonly number[] => this.#automaton.ending(node)?.termIds ?? [])
    return lists.reduce((one, other) => this.#merged(one, other))
  }

  #merged(one: readonly number[], other: readonly number[]): readonly number[] {
    const orderOf = (id: number | undefined) =>
      (id === undefined ? undefined : this.#terms.get(id)?.order) ?? Number.POSITIVE_INFINITY
    const merged: number[] = []
    let [at, atOther] = [0, 0]
    while (at < one.length || atOther < other.length) {
      const isFirst = atOther >= other.length || (at < one.length && orderOf(one[at]) < orderOf(other[atOther]))
      merged.push((isFirst ? one[at++] : other[atOther++]) as number)
    }
    return merged
  }
}
