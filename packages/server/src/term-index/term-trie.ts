import { comparedText } from './compared-text.ts'

/** A term as the trie knows it. */
export interface TrieTerm {
  id: number
  term: string
  isCaseSensitive: boolean
  isExactMatch: boolean
}

export interface Hit {
  termIds: number[]
  start: number
  end: number
}

/** Scripts that write words without spaces between them, where a word is wherever its letters are. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}ー々〆]/u
const WORD = /[\p{L}\p{N}\p{M}_]/u

/** Whether letters of this kind belong together to words with spaces around them. */
const isWordly = (character: string) => WORD.test(character) && !UNSPACED.test(character)

/**
 * A text in the form in which it is compared, unit by unit at the same positions: case does not count, and any white
 * space is a space. What would change its length when folded stays as it is.
 */
export function foldUnits(text: string): string {
  let folded = ''
  for (const character of text) {
    if (character === 'İ') folded += 'i'
    else if (character === 'ς') folded += 'σ'
    else if (/\s/.test(character)) folded += ' '
    else {
      const small = character.toLowerCase()
      folded += small.length === character.length ? small : character
    }
  }
  return folded
}

interface Searched {
  folded: string
  /** With its case. */
  plain: string
  words: Uint8Array
}

/** Where few terms begin, a fraction of a millisecond; some milliseconds in a text made to be slow. */
const POSITIONS_AT_ONCE = 200

const ROOT = 0
const FIRST_CAPACITY = 1 << 12

/**
 * The terms of one language as a trie over UTF-16 units, kept in flat arrays: the edges of all nodes share one hash
 * table. 70,000 terms take some megabytes and a text is walked along once, whatever the number of terms. A term can be
 * added and taken out at any time; the nodes of terms that are gone stay until the trie is built anew.
 */
export class TermTrie {
  readonly #terms = new Map<number, TrieTerm & { node: number }>()
  /** The terms that end at a node. */
  readonly #endings = new Map<number, number[]>()
  #nodes = 1
  /** Open addressing: the node and unit that an edge leaves by, and the node it leads to; 0 is a free slot. */
  #from = new Int32Array(FIRST_CAPACITY)
  #unit = new Uint16Array(FIRST_CAPACITY)
  #to = new Int32Array(FIRST_CAPACITY)

  /** How many terms were taken out again. */
  removed = 0

  get size(): number {
    return this.#terms.size
  }

  put(term: TrieTerm): void {
    this.delete(term.id)
    const { text } = comparedText(term.term.trim())
    const folded = foldUnits(text)
    if (folded === '') return
    let node = ROOT
    for (let at = 0; at < folded.length; at++) node = this.#stepOrGrow(node, folded.charCodeAt(at))
    this.#terms.set(term.id, { ...term, term: text, node })
    const ending = this.#endings.get(node)
    if (ending) ending.push(term.id)
    else this.#endings.set(node, [term.id])
  }

  delete(id: number): void {
    const term = this.#terms.get(id)
    if (!term) return
    this.#terms.delete(id)
    this.removed++
    const left = this.#endings.get(term.node)?.filter((other) => other !== id) ?? []
    if (left.length > 0) this.#endings.set(term.node, left)
    else this.#endings.delete(term.node)
  }

  /**
   * The terms in a text, from its beginning to its end; of those that overlap, the longest. A generator, so that
   * whoever walks along a long text can pause: it yields now and then and returns the hits.
   *
   * For each position only the longest term that still fits is kept, and the next one looked for when a longer term
   * elsewhere took its room: all terms at all positions would be millions in a text made for it.
   */
  *find(original: string): Generator<void, Hit[]> {
    const { text, span } = comparedText(original)
    const searched: Searched = { folded: foldUnits(text), plain: text, words: wordsIn(text) }
    const byLength: Hit[][] = []
    const keep = (hit: Hit | undefined) => {
      if (!hit) return
      const length = hit.end - hit.start
      const others = byLength[length]
      if (others) others.push(hit)
      else byLength[length] = [hit]
    }
    for (let start = 0; start < text.length; start++) {
      keep(this.#longestAt(searched, start, text.length))
      if (start % POSITIONS_AT_ONCE === POSITIONS_AT_ONCE - 1) yield
    }
    const taken = new Uint8Array(text.length)
    const kept: Hit[] = []
    for (let length = byLength.length - 1; length > 0; length--) {
      const hits = byLength[length]?.sort((a, b) => a.start - b.start) ?? []
      for (const [at, hit] of hits.entries()) {
        if (at % POSITIONS_AT_ONCE === POSITIONS_AT_ONCE - 1) yield
        if (taken[hit.start]) continue
        const room = taken.subarray(hit.start, hit.end).indexOf(1)
        if (room > 0) keep(this.#longestAt(searched, hit.start, hit.start + room))
        else {
          taken.fill(1, hit.start, hit.end)
          kept.push(hit)
        }
      }
    }
    return kept.sort((a, b) => a.start - b.start).map(({ termIds, start, end }) => ({ termIds, ...span(start, end) }))
  }

  /** The longest term that begins at a position and ends before another. */
  #longestAt(searched: Searched, start: number, limit: number): Hit | undefined {
    const { folded, words } = searched
    if (isInside(words, start)) return undefined
    let found: Hit | undefined
    let node = ROOT
    for (let at = start; at < limit; at++) {
      node = this.#step(node, folded.charCodeAt(at))
      if (node < 0) break
      const termIds = this.#matching(node, searched, start, at + 1)
      if (termIds.length > 0) found = { termIds, start, end: at + 1 }
    }
    return found
  }

  #matching(node: number, { plain, words }: Searched, start: number, end: number): number[] {
    const ending = this.#endings.get(node)
    if (!ending) return []
    const isWhole = !isInside(words, end)
    return ending.filter((id) => {
      const term = this.#terms.get(id)
      if (!term || (term.isExactMatch && !isWhole)) return false
      return !term.isCaseSensitive || plain.slice(start, end) === term.term
    })
  }

  /** The node that a unit leads to, or -1. */
  #step(node: number, unit: number): number {
    const slot = this.#slot(node, unit)
    return this.#to[slot] === 0 ? -1 : (this.#to[slot] as number)
  }

  #stepOrGrow(node: number, unit: number): number {
    let slot = this.#slot(node, unit)
    const known = this.#to[slot] as number
    if (known !== 0) return known
    if (this.#nodes * 2 > this.#to.length) {
      this.#widen()
      slot = this.#slot(node, unit)
    }
    const made = this.#nodes++
    this.#from[slot] = node
    this.#unit[slot] = unit
    this.#to[slot] = made
    return made
  }

  /** Where the edge stands, or the free slot where it would. */
  #slot(node: number, unit: number): number {
    const mask = this.#to.length - 1
    let slot = (Math.imul(node, 0x9e3779b1) ^ Math.imul(unit + 1, 0x85ebca6b)) >>> 0
    slot = (slot ^ (slot >>> 15)) & mask
    while (this.#to[slot] !== 0 && (this.#from[slot] !== node || this.#unit[slot] !== unit)) slot = (slot + 1) & mask
    return slot
  }

  #widen(): void {
    const [from, unit, to] = [this.#from, this.#unit, this.#to]
    this.#from = new Int32Array(to.length * 2)
    this.#unit = new Uint16Array(to.length * 2)
    this.#to = new Int32Array(to.length * 2)
    for (let at = 0; at < to.length; at++) {
      if (to[at] === 0) continue
      const slot = this.#slot(from[at] as number, unit[at] as number)
      this.#from[slot] = from[at] as number
      this.#unit[slot] = unit[at] as number
      this.#to[slot] = to[at] as number
    }
  }
}

/** For each position in a text whether the character there belongs to a word; both units of a pair count. */
function wordsIn(text: string): Uint8Array {
  const words = new Uint8Array(text.length)
  let at = 0
  for (const character of text) {
    // Both halves of a pair are marked, the second as a position where nothing begins or ends.
    words[at] = isWordly(character) ? 1 : 0
    if (character.length === 2) words[at + 1] = 3
    at += character.length
  }
  return words
}

/** Whether a position lies within a word, where no word begins and none ends. */
function isInside(words: Uint8Array, position: number): boolean {
  const after = words[position]
  if (after === undefined || position === 0) return false
  if (after === 3) return true
  const before = words[position - 1] === 3 ? words[position - 2] : words[position - 1]
  return before === 1 && after === 1
}
