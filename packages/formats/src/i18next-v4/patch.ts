import { compareCodePoints } from '../code-points.ts'
import type { Entry } from '../entry.ts'
import type { Piece, WriteOptions, Writer } from '../format.ts'
import { readJsonFile } from '../json/json-file.ts'
import { type KeyPlaces, keyPlaces } from '../json/key-places.ts'
import { freshName, patched, type WantedText } from '../json/patch.ts'
import { patchWriter, pausing } from '../patch-writer.ts'
import { type MembersOf, tellWayGiven, toldMembers } from './members.ts'
import { type FindPlural, joinedAt, suffixedPlural } from './plural-names.ts'

export const patchI18next = (base: Uint8Array, options: WriteOptions): Writer =>
  patchSuffixed(base, options, suffixedPlural, toldMembers)

/** As many keys as are compared in a millisecond or two. */
const STEP = 2_000

/** Brings a file up to date in which a key may have several names. */
export const patchSuffixed = (
  base: Uint8Array,
  options: WriteOptions,
  find: FindPlural,
  membersOf: MembersOf,
): Writer =>
  patchWriter(function* (entries) {
    const file = yield* pausing(readJsonFile(base))
    const places = yield* pausing(keyPlaces(file.root))
    const changes = new Changes(entries, options, membersOf)
    yield* changes.compare(places, find)
    yield* patched(file, places, yield* changes.wanted(), options)
  })

class Changes {
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #options: WriteOptions
  readonly #membersOf: MembersOf
  /** The names that the file has for keys whose texts differ, in its order. */
  readonly #old = new Map<string, string[]>()
  /** The keys of names that stay as they are. */
  readonly #untouched = new Map<string, string>()
  readonly #same = new Set<string>()

  constructor(entries: ReadonlyMap<string, Entry>, options: WriteOptions, membersOf: MembersOf) {
    this.#entries = entries
    this.#options = options
    this.#membersOf = membersOf
  }

  *compare({ first }: KeyPlaces, find: FindPlural): Generator<Piece, void, void> {
    const texts = new Map<string, string>()
    for (const [name, { type, text }] of first) {
      if (type !== 'null') texts.set(name, text)
      if (texts.size % STEP === 0) yield ''
    }
    let count = 0
    for (const name of texts.keys()) {
      if (++count % STEP === 0) yield ''
      const joined = joinedAt(name, texts, this.#options.locale, find)
      if (!joined) continue
      const { entry, names } = joined
      if (this.#isSaid(entry)) {
        this.#same.add(entry.key)
        for (const one of names) this.#untouched.set(one, entry.key)
      } else this.#old.set(entry.key, inFileOrder(names, first))
    }
  }

  /** Whether the file says of a key what the project says. */
  #isSaid(said: Entry): boolean {
    const entry = this.#entries.get(said.key)
    const isAsStored = this.#options.placeholders === 'keep' || (entry?.syntax ?? 'icu') === 'i18next'
    return isAsStored && entry?.value === said.value
  }

  *wanted() {
    const texts = new Map<string, WantedText>()
    const gone: string[] = []
    let count = 0
    for (const [key, entry] of this.#entries) {
      if (++count % STEP === 0) yield ''
      if (this.#same.has(key)) continue
      const members = this.#membersOf(entry, this.#options)
      const old = this.#old.get(key)
      const after = old?.at(-1)
      for (const [name, text] of members) {
        const fresh = name === key ? freshName(entry, text) : {}
        this.#want(texts, name, { text, key, ...(after === undefined ? {} : { after }), ...fresh })
      }
      if (old) for (const name of old) if (!members.some(([one]) => one === name)) gone.push(name)
    }
    const sorted = new Map([...texts].sort(([a], [b]) => compareCodePoints(a, b)))
    return { texts: sorted, untouched: this.#untouched, gone: gone.filter((name) => !texts.has(name)) }
  }

  #want(texts: Map<string, WantedText>, name: string, wanted: WantedText): void {
    const known = texts.get(name)
    if (known) {
      const [loser, winner] = name === wanted.key ? [known, wanted] : [wanted, known]
      texts.set(name, winner)
      tellWayGiven(loser.key, name, winner.key, this.#options)
      return
    }
    const winner = this.#untouched.get(name)
    if (winner === undefined) texts.set(name, wanted)
    else tellWayGiven(wanted.key, name, winner, this.#options)
  }
}

const inFileOrder = (names: readonly string[], first: KeyPlaces['first']) =>
  names.toSorted((a, b) => (first.get(a)?.from ?? 0) - (first.get(b)?.from ?? 0))
