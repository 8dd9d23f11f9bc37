import type { Entry } from '../entry.ts'
import type { WriteOptions } from '../format.ts'
import { comparableLocale } from '../locale-spelling.ts'
import { nameOfKey } from '../stored-key.ts'
import { idOfRow } from './row.ts'

/** A key of a project with its texts in all languages. */
export interface WantedRow {
  key: string
  /** As a file has it. */
  name: string
  namespace: string | undefined
  /** One of its entries: beside their texts they say the same. */
  entry: Entry
  /** By `comparableLocale`. */
  texts: Map<string, Entry>
}

/** Rows that are looked at in a millisecond. */
const STEP = 2_000

type About = Pick<WriteOptions, 'locale' | 'namespace'>

/** Entries by their key and namespace. They come sorted by key, so that a key is complete when the next one comes. */
export class RowGroups {
  readonly #about: About
  #open = new Map<string, WantedRow>()
  #key: string | undefined

  constructor(about: About) {
    this.#about = about
  }

  /** The rows that are complete now. */
  add(entries: readonly Entry[]): WantedRow[] {
    const ready: WantedRow[] = []
    for (const entry of entries) {
      if (entry.key !== this.#key) ready.push(...this.end())
      this.#key = entry.key
      addTo(this.#open, entry, this.#about)
    }
    return ready
  }

  end(): WantedRow[] {
    if (this.#open.size === 0) return []
    const rows = [...this.#open.values()]
    this.#open = new Map()
    return rows
  }
}

function addTo(rows: Map<string, WantedRow>, entry: Entry, { locale, namespace: home }: About): void {
  const { key, formatData } = entry
  const namespace = entry.namespace ?? home
  const id = idOfRow({ key, namespace })
  let row = rows.get(id)
  if (!row) {
    row = { key, name: nameOfKey(key, formatData, 'table'), namespace, entry, texts: new Map() }
    rows.set(id, row)
  }
  row.texts.set(comparableLocale(entry.locale ?? locale), entry)
}

/** All that a project has, for a table that exists. */
export class WantedRows {
  readonly #about: About
  readonly #rows = new Map<string, WantedRow>()
  /** The languages of texts that are not empty as they are spelled, by `comparableLocale`, in each namespace. */
  readonly #namespaces = new Map<string | undefined, Map<string, string>>()

  constructor(about: About) {
    this.#about = about
  }

  add(entries: readonly Entry[]): void {
    for (const entry of entries) {
      addTo(this.#rows, entry, this.#about)
      const { namespace = this.#about.namespace, locale = this.#about.locale } = entry
      const locales = this.#namespaces.get(namespace) ?? new Map<string, string>()
      this.#namespaces.set(namespace, locales)
      if (entry.value !== '' && !locales.has(comparableLocale(locale))) locales.set(comparableLocale(locale), locale)
    }
  }

  /** Of rows that name none. Where nobody says it, that of all entries, if they have one. */
  get home(): string | undefined {
    if (this.#about.namespace !== undefined || this.#namespaces.size !== 1) return this.#about.namespace
    const [only] = this.#namespaces.keys()
    return only
  }

  /** Whether all keys of a namespace are known. */
  knows(namespace: string | undefined): boolean {
    return namespace === this.home || this.#namespaces.has(namespace)
  }

  of(id: string): WantedRow | undefined {
    return this.#rows.get(id)
  }

  /** The languages that a table does not have, in their order. `namespaces` are those that it is for: all if left out. */
  missing(
    known: readonly { id: string }[],
    order: readonly string[] = [],
    namespaces: Iterable<string | undefined> = this.#namespaces.keys(),
  ): string[] {
    const wanted = new Map<string, string>()
    for (const namespace of namespaces)
      for (const [id, locale] of this.#namespaces.get(namespace) ?? []) wanted.set(id, locale)
    for (const { id } of known) wanted.delete(id)
    const places = new Map(order.map((locale, place) => [comparableLocale(locale), place]))
    const placeOf = (id: string) => places.get(id) ?? places.size
    return [...wanted].sort(([a], [b]) => placeOf(a) - placeOf(b)).map(([, locale]) => locale)
  }

  /** The rows that a table does not have, in the order in which their keys came. */
  *without(known: ReadonlyMap<string, unknown>): Generator<void, WantedRow[], void> {
    const rows: WantedRow[] = []
    let looked = 0
    for (const [id, row] of this.#rows) {
      if (!known.has(id)) rows.push(row)
      if (++looked % STEP === 0) yield
    }
    return rows
  }
}
