import { compareCodePoints } from '../code-points.ts'
import type { Entry } from '../entry.ts'
import type { WriteOptions } from '../format.ts'
import { nameOfKey } from '../stored-key.ts'
import { localeId } from './locale-name.ts'
import { idOfRow } from './row.ts'

/** A key of a project with its texts in all languages. */
export interface WantedRow {
  key: string
  /** As a file has it. */
  name: string
  namespace: string | undefined
  /** One of its entries: beside their texts they say the same. */
  entry: Entry
  /** By `localeId`. */
  texts: Map<string, Entry>
}

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
  row.texts.set(localeId(entry.locale ?? locale), entry)
}

/** All that a project has, for a table that exists. */
export class WantedRows {
  readonly #about: About
  readonly #rows = new Map<string, WantedRow>()
  /** As they are spelled, by `localeId`: those of texts that are not empty. */
  readonly #locales = new Map<string, string>()
  readonly #namespaces = new Set<string | undefined>()

  constructor(about: About) {
    this.#about = about
  }

  add(entries: readonly Entry[]): void {
    for (const entry of entries) {
      addTo(this.#rows, entry, this.#about)
      this.#namespaces.add(entry.namespace ?? this.#about.namespace)
      const { locale = this.#about.locale } = entry
      if (entry.value !== '' && !this.#locales.has(localeId(locale))) this.#locales.set(localeId(locale), locale)
    }
  }

  /** Of rows that name none. */
  get home(): string | undefined {
    if (this.#about.namespace !== undefined) return this.#about.namespace
    const [first] = this.#namespaces
    return first
  }

  /** Whether all keys of a namespace are known. */
  knows(namespace: string | undefined): boolean {
    return namespace === this.home || this.#namespaces.has(namespace)
  }

  of(id: string): WantedRow | undefined {
    return this.#rows.get(id)
  }

  /** Those among which a table has none, in their order. */
  missing(known: readonly { id: string }[], order: readonly string[] = []): string[] {
    const ids = new Set(known.map(({ id }) => id))
    const wanted = [...this.#locales].filter(([id]) => !ids.has(id))
    const places = new Map(order.map((locale, place) => [localeId(locale), place]))
    const placeOf = (id: string) => places.get(id) ?? places.size
    return wanted.sort(([a], [b]) => placeOf(a) - placeOf(b)).map(([, locale]) => locale)
  }

  /** The rows that a table does not have, by their keys. */
  without(known: ReadonlyMap<string, unknown>): WantedRow[] {
    const rows: WantedRow[] = []
    for (const [id, row] of this.#rows) if (!known.has(id)) rows.push(row)
    return rows.sort((a, b) => compareCodePoints(a.key, b.key))
  }
}
