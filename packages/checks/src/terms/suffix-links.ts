const NODES = 1_024
const FIELDS = 3

/**
 * For nodes of a trie: the longest other node that ends a node's text, and the longest term that ends it. They are kept
 * from when they were first asked for, in parts, because few of a million nodes ever are. A change of the trie makes
 * those of before worthless, so each is kept with the state of the trie that it was made for.
 */
export class SuffixLinks {
  readonly #parts: (Int32Array | undefined)[] = []

  isKnown(node: number, since: number): boolean {
    const part = this.#parts[(node / NODES) | 0]
    return part !== undefined && (part[(node % NODES) * FIELDS] as number) >= since
  }

  /** Another node, or a root. */
  suffix(node: number): number {
    return (this.#parts[(node / NODES) | 0] as Int32Array)[(node % NODES) * FIELDS + 1] as number
  }

  /** The node at which the longest term ends, or 0. */
  longest(node: number): number {
    return (this.#parts[(node / NODES) | 0] as Int32Array)[(node % NODES) * FIELDS + 2] as number
  }

  setSuffix(node: number, suffix: number): void {
    this.#partOf(node)[(node % NODES) * FIELDS + 1] = suffix
  }

  /** From now on it is known. */
  setLongest(node: number, longest: number, since: number): void {
    const part = this.#partOf(node)
    part[(node % NODES) * FIELDS + 2] = longest
    part[(node % NODES) * FIELDS] = since
  }

  #partOf(node: number): Int32Array {
    const at = (node / NODES) | 0
    let part = this.#parts[at]
    if (!part) {
      part = new Int32Array(NODES * FIELDS)
      this.#parts[at] = part
    }
    return part
  }
}
