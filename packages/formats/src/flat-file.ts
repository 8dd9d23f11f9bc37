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

  /**
   * What must change so that the file says what the entries say, in the order of the file. Every now and then it is
   * nothing at all, so that whoever applies it can pause.
   */
  *edits(change: Change<Item>): Generator<Edit, void, void> {
    const fresh = this.#fresh(change.entries)
    let next = fresh.next()
    let before: Item | undefined
    let looked = 0
    for (const item of this.#items) {
      const added: Entry[] = []
      for (; this.#isSorted && !next.done && compareCodePoints(next.value.key, item.key) < 0; next = fresh.next())
        added.push(next.value)
      yield* this.#insertion(change, added, before?.to ?? item.from, before ?? item)
      if (++looked % STEP === 0) yield { from: item.from, to: item.from, text: '' }
      const edit = this.#editOf(item, change)
      if (edit) yield edit
      before = item
    }
    const rest: Entry[] = []
    for (; !next.done; next = fresh.next()) rest.push(next.value)
    yield* this.#insertion(change, rest, before?.to ?? this.end, before)
  }

  #editOf(item: Item, { entryOf, prune, changed, removed }: Change<Item>): Edit | undefined {
    const entry = entryOf(item.key)
    if (!entry) return prune ? removed(item) : undefined
    return this.#last.get(item.key) === item && entry.value !== item.value ? changed(item, entry) : undefined
  }

  *#fresh(entries: Change<Item>['entries']): Generator<Entry, void, void> {
    for (const [key, entry] of entries) if (!this.#last.has(key)) yield entry
  }

  *#insertion(
    { added, lineEnd }: Change<Item>,
    entries: readonly Entry[],
    at: number,
    neighbour: Item | undefined,
  ): Generator<Edit, void, void> {
    const isLine = at === 0 || /[\r\n]/.test(this.#text[at - 1] ?? '')
    for (const [index, entry] of entries.entries()) {
      const lines = added(entry, neighbour, index === 0)
      if (lines !== undefined) yield { from: at, to: at, text: isLine ? lines + lineEnd : lineEnd + lines }
    }
  }
}
