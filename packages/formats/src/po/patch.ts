import type { Edit } from '../edits.ts'
import { edited, placesFor } from '../edits.ts'
import type { Entry } from '../entry.ts'
import type { Piece, WriteOptions, Writer } from '../format.ts'
import { patchWriter } from '../patch-writer.ts'
import { UnreadableFile } from '../remark.ts'
import { storedKey } from '../stored-key.ts'
import { encoderOf, lineEndOf, type TextFile } from '../text-file.ts'
import { decodePo, headerOf } from './header.ts'
import { formsOfFile, formsOfLocale } from './plural-forms.ts'
import { inSteps, type Kind } from './read.ts'
import { type Scanned, scanPo } from './scan.ts'
import { nameOf, type Unit } from './unit.ts'
import { UnitPatch } from './unit-patch.ts'
import { EntryWriter, headerText } from './write.ts'

/** Units that are looked at in a millisecond or two. */
const STEP = 1_000

export const patchPo = (base: Uint8Array, options: WriteOptions, kind: Kind): Writer =>
  patchWriter((entries) => patched(base, entries, options, kind))

function* patched(
  base: Uint8Array,
  entries: ReadonlyMap<string, Entry>,
  options: WriteOptions,
  kind: Kind,
): Generator<Piece, void, void> {
  const file = yield* inSteps(decodePo(base), '')
  const scanned = yield* inSteps(scanPo(file.text, file.encoding === 'iso-8859-1'), '')
  if (scanned.units.length > 0 && scanned.units.every(({ fault }) => fault))
    throw new UnreadableFile(
      'syntax_error',
      `Line ${scanned.units[0]?.fault?.line}: ${scanned.units[0]?.fault?.message}`,
    )
  const edits: Edit[] = []
  for (const edit of new FilePatch(file, scanned, entries, options, kind).edits()) {
    if (edit === undefined) yield ''
    else edits.push(edit)
  }
  const encode = encoderOf(file)
  for (const piece of edited(file.text, edits)) yield encode(piece)
}

class FilePatch {
  readonly #file: TextFile
  readonly #scanned: Scanned
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #options: WriteOptions
  readonly #kind: Kind
  readonly #lineEnd: string
  readonly #units: UnitPatch
  readonly #writer: EntryWriter
  /** Up to where nothing is left of the file. */
  #removed = 0

  constructor(
    file: TextFile,
    scanned: Scanned,
    entries: ReadonlyMap<string, Entry>,
    options: WriteOptions,
    kind: Kind,
  ) {
    this.#file = file
    this.#scanned = scanned
    this.#entries = entries
    this.#options = options
    this.#kind = kind
    const { text, encoding } = file
    this.#lineEnd = lineEndOf(text) === '\r\n' ? '\r\n' : '\n'
    const { formula } = headerOf(scanned.header)
    const forms = formsOfFile(formula, options.locale)
    const isTemplate = kind === 'template' && options.options?.['monolingual'] !== true
    const shape = { ...forms, lineEnd: this.#lineEnd, text, isTemplate, formCount: formula?.count }
    this.#units = new UnitPatch(options, { ...shape, isLatin1: encoding === 'iso-8859-1' })
    this.#writer = new EntryWriter(options, kind, shape)
  }

  /** In their order; undefined every few milliseconds. */
  *edits(): Generator<Edit | undefined, void, void> {
    const { units, header } = this.#scanned
    /** The last of a name is the one that counts. */
    const last = new Map<string, Unit>()
    const siblings: string[] = []
    for (const unit of units) {
      if (unit === header || unit.id === undefined) continue
      const key = storedKey(nameOf(unit))
      last.set(key, unit)
      siblings.push(key)
      if (siblings.length % STEP === 0) yield undefined
    }
    const places = placesFor(
      siblings,
      [...this.#entries.keys()].filter((key) => !last.has(key)),
    )
    yield* this.#first(places.get(-1) ?? [])
    let place = 0
    for (const unit of units) {
      if (unit === header) yield* this.#inserted(places.get(-1) ?? [], unit.to)
      if (unit === header || unit.id === undefined) continue
      const key = siblings[place] ?? ''
      yield* this.#unit(unit, key, last.get(key) === unit)
      yield* this.#inserted(places.get(place) ?? [], unit.to)
      if (++place % STEP === 0) yield undefined
    }
  }

  *#unit(unit: Unit, key: string, counts: boolean): Generator<Edit, void, void> {
    const entry = this.#entries.get(key)
    if (entry && counts) yield* this.#units.edits(unit, entry)
    if (!entry && this.#options.prune && !unit.fault) yield this.#removal(unit)
  }

  /** With the blank lines before it, or behind it where it is the first that was left. */
  #removal(unit: Unit): Edit {
    const { text } = this.#file
    let { from, to } = unit
    while (from > this.#removed && /\s/.test(text[from - 1] ?? '')) from--
    if (from === this.#removed) {
      while (/\s/.test(text[to] ?? '')) to++
      this.#removed = to
    }
    return { from, to, text: '' }
  }

  *#inserted(keys: readonly string[], at: number): Generator<Edit, void, void> {
    for (const text of this.#texts(keys)) yield { from: at, to: at, text: this.#lineEnd.repeat(2) + text }
  }

  /** What comes before all entries of a file that has no header. */
  *#first(keys: readonly string[]): Generator<Edit, void, void> {
    const { units, header } = this.#scanned
    if (header || keys.length === 0) return
    const end = this.#lineEnd
    const [first] = units
    if (first) {
      for (const text of this.#texts(keys)) yield { from: first.from, to: first.from, text: `${text}${end}${end}` }
      return
    }
    const { text } = this.#file
    const head = headerText(this.#options.locale, this.#kind, formsOfLocale(this.#options.locale).header)
    const before = text === '' || text.endsWith('\n') ? '' : end
    yield { from: text.length, to: text.length, text: before + head.replaceAll('\n', end) }
    for (const entry of this.#texts(keys)) yield { from: text.length, to: text.length, text: end + entry + end }
  }

  *#texts(keys: readonly string[]): Generator<string, void, void> {
    for (const key of keys) {
      const entry = this.#entries.get(key)
      const text = entry ? this.#writer.text(entry) : ''
      if (this.#units.holds(text)) yield text
      else this.#units.tellUnwritable(key)
    }
  }
}
