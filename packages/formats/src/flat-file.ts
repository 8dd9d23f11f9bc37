import { compareCodePoints } from './code-points.ts'
import type { Edit } from './edits.ts'
import type { Entry } from './entry.ts'

/** A text of a file in which names do not nest, with the lines that belong to it. */
export interface FlatItem {
  key: string
  value: string
  /** Of all its lines, its comment and the last line end included. */
  from: number
  to: number
}

interface Change<Item> {
  entries: Iterable<[key: string, entry: Entry]>
  entryOf(key: string): Entry | undefined
  prune: boolean
  lineEnd: string
  /** How a line says another value. */
  changed(item: Item, entry: Entry): Edit | undefined
  /** What leaves the file with an item. */
  removed(item: Item): Edit
  /** The lines of a new entry, without the last line end; its neighbour, where there is one, shows how they look here. */
  added(entry: Entry, neighbour: Item | undefined, isFirst: boolean): string | undefined
}

/** Items that are looked at in a millisecond. */
const STEP = 1_000

/** The items of a file, or of a part of it, in their order. A name may come twice: the last one counts. */
export class FlatFile<Item extends FlatItem> {
  readonly #text: string
  readonly #items: Item[] = []
  readonly #last = new Map<string, Item>()
  #isSorted = true
  /** Where something new goes as long as there is no item. */
  end: number

  constructor(text: string, end = text.length) {
    this.#text = text
    this.end = end
  }

  add(item: Item): void {
    const before = this.#items.at(-1)
    if (before && compareCodePoints(before.key, item.key) > 0) this.#isSorted = false
    this.#items.push(item)
    this.#last.set(item.key, item)
  }

  /** What must change so that the file says what the entries say, in the order of the file, with pauses in between. */
  *edits(change: Change<Item>): Generator<Edit, void, void> {
    const fresh = new Fresh(change.entries, this.#last)
    let before: Item | undefined
    let looked = 0
    for (const item of this.#items) {
      const place = before?.to ?? item.from
      while (!fresh.advance()) yield pauseAt(place)
      if (this.#isSorted) yield* this.#insertion(change, fresh, place, before ?? item, item.key)
      if (++looked % STEP === 0) yield pauseAt(item.from)
      const edit = this.#editOf(item, change)
      if (edit) yield edit
      before = item
    }
    yield* this.#insertion(change, fresh, before?.to ?? this.end, before)
  }

  #editOf(item: Item, { entryOf, prune, changed, removed }: Change<Item>): Edit | undefined {
    const entry = entryOf(item.key)
    if (!entry) return prune ? removed(item) : undefined
    return this.#last.get(item.key) === item && entry.value !== item.value ? changed(item, entry) : undefined
  }

  /** What is new, up to a name. */
  *#insertion(
    { added, lineEnd }: Change<Item>,
    fresh: Fresh,
    at: number,
    neighbour: Item | undefined,
    before?: string,
  ): Generator<Edit, void, void> {
    const isLine = at === 0 || /[\r\n]/.test(this.#text[at - 1] ?? '')
    let isFirst = true
    while (true) {
      while (!fresh.advance()) yield pauseAt(at)
      const entry = fresh.take(before)
      if (!entry) return
      const lines = added(entry, neighbour, isFirst)
      if (lines === undefined) continue
      yield { from: at, to: at, text: isLine ? lines + lineEnd : lineEnd + lines }
      isFirst = false
    }
  }
}

const pauseAt = (place: number): Edit => ({ from: place, to: place, text: '' })

/** The entries that a file does not have, in their order. */
class Fresh {
  readonly #entries: Iterator<[key: string, entry: Entry]>
  readonly #known: ReadonlyMap<string, unknown>
  #next: Entry | undefined
  #isDone = false

  constructor(entries: Iterable<[key: string, entry: Entry]>, known: ReadonlyMap<string, unknown>) {
    this.#entries = entries[Symbol.iterator]()
    this.#known = known
  }

  /** Looks for the next one. False: for a millisecond, in vain. */
  advance(): boolean {
    for (let looked = 0; !this.#next && !this.#isDone; looked++) {
      if (looked === STEP) return false
      const { done, value } = this.#entries.next()
      if (done) this.#isDone = true
      else if (!this.#known.has(value[0])) this.#next = value[1]
    }
    return true
  }

  /** The one that was found, if it comes before a name. */
  take(before: string | undefined): Entry | undefined {
    const found = this.#next
    if (!found || (before !== undefined && compareCodePoints(found.key, before) > 0)) return undefined
    this.#next = undefined
    return found
  }
}
