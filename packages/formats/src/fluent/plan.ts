import { compareCodePoints } from '../code-points.ts'
import type { Entry } from '../entry.ts'
import { faultOf } from '../entry-fault.ts'
import { FlatFile, type FlatItem } from '../flat-file.ts'
import type { WriteOptions } from '../format.ts'
import { listOf } from '../list-of.ts'
import { storedKey } from '../stored-key.ts'
import { type PlacedEntry, placed } from './message-lines.ts'
import { type FluentMessage, type MessagePart, scanFluent } from './scan.ts'

export type MessageItem = FluentMessage & FlatItem

export interface MessageChange {
  values: [part: MessagePart, entry: Entry][]
  added: PlacedEntry[]
  removed: Set<MessagePart>
}

/** What is in a file that is to be patched, and what must become of it. */
export class FluentPlan {
  readonly file: FlatFile<MessageItem>
  readonly changes = new Map<MessageItem, MessageChange>()
  /** Messages that the file does not have, by their names. */
  readonly added = new Map<string, PlacedEntry[]>()
  readonly #options: WriteOptions
  readonly #text: string
  readonly #messages: MessageItem[] = []
  readonly #byId = new Map<string, MessageItem>()
  /** Of a name that comes twice, the last. */
  readonly #parts = new Map<string, { part: MessagePart; item: MessageItem }>()
  readonly #broken = new Set<string>()

  constructor(text: string, options: WriteOptions) {
    this.#text = text
    this.#options = options
    this.file = new FlatFile(text)
  }

  *find(): Generator<void, void, void> {
    for (const found of scanFluent(this.#text)) {
      if (!found) yield
      else if (found.kind === 'junk') this.#broken.add(found.id ?? '')
      else yield* this.#keep(found)
    }
    for (const [at, item] of this.#messages.entries()) {
      if (at % STEP === 0) yield
      this.file.add(item)
    }
  }

  /** A name that comes again is another one to a flat file, as both stay. */
  *#keep(message: FluentMessage): Generator<void, void, void> {
    const before = this.#byId.get(message.id)
    if (before) before.key = `${before.key}\0${before.from}`
    const item = { ...message, key: message.id, value: '' }
    this.#messages.push(item)
    this.#byId.set(message.id, item)
    for (const [at, part] of message.parts.entries()) {
      this.#parts.set(storedKey(part.key), { part, item })
      if (at % STEP === STEP - 1) yield
    }
  }

  *compare(entries: ReadonlyMap<string, Entry>): Generator<void, void, void> {
    let looked = 0
    for (const [key, entry] of entries) {
      if (++looked % STEP === 0) yield
      const known = this.#parts.get(key)
      if (!known) this.#add(entry)
      else if (saidBy(key, known.part) !== entry.value) this.#change(known.item).values.push([known.part, entry])
    }
    if (!this.#options.prune) return
    for (const item of this.#messages) {
      if (++looked % STEP === 0) yield
      for (const part of item.parts) if (!entries.has(storedKey(part.key))) this.#change(item).removed.add(part)
    }
  }

  #add(entry: Entry): void {
    const place = placed(entry, this.#options)
    if (!place) return
    const item = this.#byId.get(place.id)
    if (item) this.#change(item).added.push(place)
    else if (this.#broken.has(place.id)) {
      const message = 'What the file has under this name is broken, so it is left alone'
      this.#options.remark?.({ severity: 'warning', code: 'unsupported_entry', key: entry.key, message })
    } else listOf(this.added, place.id).push(place)
  }

  #change(item: MessageItem): MessageChange {
    const known = this.changes.get(item)
    if (known) return known
    const change = { values: [], added: [], removed: new Set<MessagePart>() }
    this.changes.set(item, change)
    return change
  }

  /** A flat file asks for one entry by name: this one says whether the message changes, or nothing where it goes. */
  *asEntries(): Generator<void, ReadonlyMap<string, Entry>, void> {
    const entries = new Map<string, Entry>()
    let looked = 0
    for (const item of this.#messages) {
      if (++looked % STEP === 0) yield
      const change = this.changes.get(item)
      const isGone = change && change.added.length === 0 && change.removed.size === item.parts.length
      if (!isGone) entries.set(item.key, { key: item.key, value: change ? 'changed' : '' })
    }
    return entries
  }

  /** The names of what is new, as they come in a file that is sorted. */
  newNames(): string[] {
    const names = [...this.added.keys()]
    const isSorted = names.every((name, at) => at === 0 || compareCodePoints(names[at - 1] ?? '', name) < 0)
    return isSorted ? names : names.sort(compareCodePoints)
  }
}

/** Messages that are looked at in a millisecond. */
const STEP = 500

/** What cannot be stored is nothing, as it is when it is read. */
const saidBy = (key: string, { value }: MessagePart) => (faultOf(key, value) ? '' : value)
