const SHARDS = 64
const FIRST_CAPACITY = 64

/**
 * A part of the edges: open addressing. Each has three numbers, side by side because they are looked at together: the node
 * that it leaves, the letter that it leaves by, and the node it leads to; 0 there is free.
 */
interface Shard {
  edges: Int32Array
  /** Slots less one; their number is a power of two. */
  mask: number
  size: number
}

const FIELDS = 3

const emptyShard = (capacity: number): Shard => ({
  edges: new Int32Array(capacity * FIELDS),
  mask: capacity - 1,
  size: 0,
})

/**
 * The edges of all nodes of a trie, in one hash table of flat arrays. It is kept in parts that grow one by one: as a whole,
 * with the edges of some hundred thousand terms, it would take longer to widen than anybody may have to wait.
 */
export class Edges {
  readonly #shards = Array.from({ length: SHARDS }, () => emptyShard(FIRST_CAPACITY))

  /** The node that a letter leads to, or 0. */
  follow(node: number, letter: number): number {
    const hash = hashOf(node, letter)
    const shard = this.#shards[hash % SHARDS] as Shard
    return shard.edges[slotOf(shard, hash, node, letter) + 2] as number
  }

  /** An edge that is not there yet. */
  add(node: number, letter: number, to: number): void {
    const hash = hashOf(node, letter)
    const at = hash % SHARDS
    let shard = this.#shards[at] as Shard
    if (shard.size * 2 > shard.mask) {
      shard = widened(shard)
      this.#shards[at] = shard
    }
    insert(shard, hash, node, letter, to)
  }
}

function hashOf(node: number, letter: number): number {
  const mixed = Math.imul(node, 0x9e37_79b1) ^ Math.imul(letter + 1, 0x85eb_ca6b)
  return (mixed ^ (mixed >>> 15)) >>> 0
}

/** Where the edge stands, or the free slot where it would. */
function slotOf({ edges, mask }: Shard, hash: number, node: number, letter: number): number {
  let at = ((hash >>> 6) & mask) * FIELDS
  while (edges[at + 2] !== 0 && (edges[at] !== node || edges[at + 1] !== letter)) {
    at += FIELDS
    if (at === edges.length) at = 0
  }
  return at
}

function insert(shard: Shard, hash: number, node: number, letter: number, to: number): void {
  const at = slotOf(shard, hash, node, letter)
  shard.edges[at] = node
  shard.edges[at + 1] = letter
  shard.edges[at + 2] = to
  shard.size++
}

function widened({ edges, mask }: Shard): Shard {
  const wider = emptyShard(2 * (mask + 1))
  for (let at = 0; at < edges.length; at += FIELDS) {
    const [node, letter, to] = [edges[at] as number, edges[at + 1] as number, edges[at + 2] as number]
    if (to !== 0) insert(wider, hashOf(node, letter), node, letter, to)
  }
  return wider
}
