const SHARDS = 64
const FIRST_CAPACITY = 64

/** A part of the edges: open addressing, each with the node and unit that it leaves by and the node it leads to; 0 is free. */
interface Shard {
  from: Int32Array
  /** More than 16 bits: a letter that begins a word is another one than the same letter elsewhere. */
  unit: Int32Array
  to: Int32Array
  size: number
}

const emptyShard = (capacity: number): Shard => ({
  from: new Int32Array(capacity),
  unit: new Int32Array(capacity),
  to: new Int32Array(capacity),
  size: 0,
})

/**
 * The edges of all nodes of a trie, in one hash table of flat arrays. It is kept in parts that grow one by one: as a whole,
 * with the edges of some hundred thousand terms, it would take longer to widen than anybody may have to wait.
 */
export class Edges {
  readonly #shards = Array.from({ length: SHARDS }, () => emptyShard(FIRST_CAPACITY))

  /** The node that a unit leads to, or 0. */
  follow(node: number, unit: number): number {
    const hash = hashOf(node, unit)
    const shard = this.#shards[hash % SHARDS] as Shard
    return shard.to[slotOf(shard, hash, node, unit)] as number
  }

  /** An edge that is not there yet. */
  add(node: number, unit: number, to: number): void {
    const hash = hashOf(node, unit)
    const at = hash % SHARDS
    let shard = this.#shards[at] as Shard
    if (shard.size * 2 >= shard.to.length) {
      shard = widened(shard)
      this.#shards[at] = shard
    }
    insert(shard, hash, node, unit, to)
  }
}

function hashOf(node: number, unit: number): number {
  const mixed = Math.imul(node, 0x9e37_79b1) ^ Math.imul(unit + 1, 0x85eb_ca6b)
  return (mixed ^ (mixed >>> 15)) >>> 0
}

/** Where the edge stands, or the free slot where it would. */
function slotOf({ from, unit: units, to }: Shard, hash: number, node: number, unit: number): number {
  const mask = to.length - 1
  let slot = (hash >>> 6) & mask
  while (to[slot] !== 0 && (from[slot] !== node || units[slot] !== unit)) slot = (slot + 1) & mask
  return slot
}

function insert(shard: Shard, hash: number, node: number, unit: number, to: number): void {
  const slot = slotOf(shard, hash, node, unit)
  shard.from[slot] = node
  shard.unit[slot] = unit
  shard.to[slot] = to
  shard.size++
}

function widened({ from, unit, to }: Shard): Shard {
  const wider = emptyShard(2 * to.length)
  for (let at = 0; at < to.length; at++) {
    if (to[at] === 0) continue
    const [node, by] = [from[at] as number, unit[at] as number]
    insert(wider, hashOf(node, by), node, by, to[at] as number)
  }
  return wider
}
