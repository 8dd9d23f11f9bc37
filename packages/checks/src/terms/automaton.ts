import { Edges } from './edges.ts'
import { SuffixLinks } from './suffix-links.ts'

/** Where terms begin whose case does not count, and where those begin whose does. */
export const [FOLDED_ROOT, CASED_ROOT] = [0, 1]
const ROOTS = [FOLDED_ROOT, CASED_ROOT]
const FIRST_NODE = 2
/** What a term can begin with is less than this. */
const LETTERS = 0x2_0000

/** The terms that end at a node, in the order in which they came, and how many units they have. */
export interface Ending {
  termIds: number[]
  length: number
}

/** A text that is being read from a root on. */
export interface Walk {
  readonly root: number
  /** The state of the automaton when it began; what changes meanwhile may be found or not. */
  readonly since: number
  /** How far it came. */
  node: number
  /** How many edges were looked for so far. */
  steps: number
}

/**
 * A trie of letters that is walked along with a text, letter by letter and never back (Aho and Corasick): a node stands for
 * the longest beginning of a term that the text ends with at that point, and its suffix links lead to the shorter ones. So
 * a text costs as many steps as it is long, whatever the terms; without the links 50,000 times the same sign and terms of
 * some hundreds of it took seconds. Links are made when a text comes by, because terms come and go all the time.
 */
export class Automaton {
  readonly #edges = new Edges()
  readonly #links = new SuffixLinks()
  readonly #endings = new Map<number, Ending>()
  /** By root, for each letter whether a term begins with it: most letters of a text begin none. */
  readonly #first: (Uint8Array | undefined)[] = []
  #nodes = FIRST_NODE
  /** Grows with each change of the endings, and so with each new node. */
  #state = 1

  /** Walks from each root that leads anywhere. */
  walks(): Walk[] {
    return ROOTS.filter((root) => this.#first[root]).map((root) => ({ root, since: this.#state, node: root, steps: 0 }))
  }

  ending(node: number): Ending | undefined {
    return this.#endings.get(node)
  }

  /** The node behind another by a letter, made where there is none. Somebody puts an ending behind it at once. */
  grow(node: number, letter: number): number {
    const known = this.#edges.follow(node, letter)
    if (known !== 0) return known
    if (node < FIRST_NODE) {
      this.#first[node] ??= new Uint8Array(LETTERS / 8)
      setBit(this.#first[node], letter)
    }
    const made = this.#nodes++
    this.#edges.add(node, letter, made)
    return made
  }

  addEnding(node: number, termId: number, length: number): void {
    this.#state++
    const ending = this.#endings.get(node)
    if (ending) ending.termIds.push(termId)
    else this.#endings.set(node, { termIds: [termId], length })
  }

  removeEnding(node: number, termId: number): void {
    this.#state++
    const ending = this.#endings.get(node)
    if (!ending) return
    // Not in place: whoever has searched may still hold the list.
    const termIds = ending.termIds.filter((other) => other !== termId)
    if (termIds.length > 0) this.#endings.set(node, { ...ending, termIds })
    else this.#endings.delete(node)
  }

  /** Goes on by one letter, and says where the longest term ends of those that end there, or 0. */
  step(walk: Walk, letter: number): number {
    const { root, since, node } = walk
    if (node === root && !hasBit(this.#first[root], letter)) return 0
    walk.steps++
    const next = this.#edges.follow(node, letter)
    if (next === 0 || !this.#links.isKnown(next, since)) return this.#stepAndLink(walk, letter)
    walk.node = next
    return this.#links.longest(next)
  }

  /**
   * The same where there are no links yet, or no way on but by a shorter node. The node that is reached and all shorter ones
   * have their links from then on: those that had none wait for the next shorter one.
   */
  #stepAndLink(walk: Walk, letter: number): number {
    const { root, since } = walk
    const made: number[] = []
    let reached = root
    for (let node = walk.node; ; node = this.#links.suffix(node)) {
      walk.steps++
      const next = this.#edges.follow(node, letter)
      if (next !== 0) {
        if (reached === root) reached = next
        this.#linkLast(made, next)
        if (this.#links.isKnown(next, since)) break
        made.push(next)
      }
      if (node !== root) continue
      this.#linkLast(made, root)
      break
    }
    // From the shortest on, each of which the next longer one asks.
    for (const node of made.reverse()) {
      this.#links.setLongest(node, this.#endings.has(node) ? node : this.shorter(node), since)
    }
    walk.node = reached
    return reached === root ? 0 : this.#links.longest(reached)
  }

  /** Where the next shorter term ends of those that end with the one that ends at a node, or 0. */
  shorter(node: number): number {
    const suffix = this.#links.suffix(node)
    return suffix < FIRST_NODE ? 0 : this.#links.longest(suffix)
  }

  #linkLast(made: readonly number[], suffix: number): void {
    const last = made.at(-1)
    if (last !== undefined) this.#links.setSuffix(last, suffix)
  }
}

const setBit = (bits: Uint8Array, at: number) => {
  bits[at >> 3] = (bits[at >> 3] as number) | (1 << (at & 7))
}

const hasBit = (bits: Uint8Array | undefined, at: number) =>
  bits !== undefined && ((bits[at >> 3] as number) & (1 << (at & 7))) !== 0
