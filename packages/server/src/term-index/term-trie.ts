import { comparedInPieces, comparedText } from './compared-text.ts'
import { Edges } from './edges.ts'

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
  /** Where the units from here to there stood before. */
  span(start: number, end: number): { start: number; end: number }
}

/** In pieces of some milliseconds at most: it yields after each. */
function* prepare(original: string): Generator<void, Searched> {
  const [starts, ends]: [number[], number[]] = [[], []]
  const [folded, plain, words]: [string[], string[], number[]] = [[], [], []]
  for (const piece of comparedInPieces(original)) {
    plain.push(piece.text)
    folded.push(foldUnits(piece.text))
    markWords(piece.text, words)
    for (let at = 0; at < piece.text.length; at++) {
      const span = piece.span(at, at + 1)
      starts.push(piece.from + span.start)
      ends.push(piece.from + span.end)
    }
    yield
  }
  return {
    folded: folded.join(''),
    plain: plain.join(''),
    words: Uint8Array.from(words),
    span: (start, end) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? 0 }),
  }
}

/** Where few terms begin, a fraction of a millisecond; some milliseconds in a text made to be slow. */
const POSITIONS_AT_ONCE = 200

const ROOT = 0

/**
 * The terms of one language as a trie over UTF-16 units, kept in flat arrays. 70,000 terms take some megabytes and a text is walked along once, whatever the number of terms. A term can be
 * added and taken out at any time; the nodes of terms that are gone stay until the trie is built anew.
 */
export class TermTrie {
  readonly #terms = new Map<number, TrieTerm & { node: number }>()
  /** The terms that end at a node. */
  readonly #endings = new Map<number, number[]>()
  readonly #edges = new Edges()
  #nodes = 1

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
    const searched = yield* prepare(original)
    const { length: end } = searched.plain
    const byLength: Hit[][] = []
    const keep = (hit: Hit | undefined) => {
      if (!hit) return
      const length = hit.end - hit.start
      const others = byLength[length]
      if (others) others.push(hit)
      else byLength[length] = [hit]
    }
    for (let start = 0; start < end; start++) {
      keep(this.#longestAt(searched, start, end))
      if (start % POSITIONS_AT_ONCE === POSITIONS_AT_ONCE - 1) yield
    }
    const taken = new Uint8Array(end)
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
    kept.sort((a, b) => a.start - b.start)
    return kept.map(({ termIds, ...found }) => ({ termIds, ...searched.span(found.start, found.end) }))
  }

  /** The longest term that begins at a position and ends before another. */
  #longestAt(searched: Searched, start: number, limit: number): Hit | undefined {
    const { folded, words } = searched
    if (isInside(words, start)) return undefined
    let found: Hit | undefined
    let node = ROOT
    for (let at = start; at < limit; at++) {
      node = this.#edges.follow(node, folded.charCodeAt(at))
      if (node === 0) break
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

  #stepOrGrow(node: number, unit: number): number {
    const known = this.#edges.follow(node, unit)
    if (known !== 0) return known
    const made = this.#nodes++
    this.#edges.add(node, unit, made)
    return made
  }
}

/** Adds for each position of a text whether the character there belongs to a word; both units of a pair count. */
function markWords(text: string, words: number[]): void {
  for (const character of text) {
    // Both halves of a pair are marked, the second as a position where nothing begins or ends.
    words.push(isWordly(character) ? 1 : 0)
    if (character.length === 2) words.push(3)
  }
}

/** Whether a position lies within a word, where no word begins and none ends. */
function isInside(words: Uint8Array, position: number): boolean {
  const after = words[position]
  if (after === undefined || position === 0) return false
  if (after === 3) return true
  const before = words[position - 1] === 3 ? words[position - 2] : words[position - 1]
  return before === 1 && after === 1
}
