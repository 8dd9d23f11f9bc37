import type { Entry } from '../entry.ts'
import { type Fault, faultOf, shownKey } from '../entry-fault.ts'
import type { ReadOptions, ReadPart } from '../format.ts'
import { type JsonHandler, JsonScanner } from '../json-scanner.ts'
import { UnreadableFile } from '../remark.ts'
import { withPauses } from '../steps.ts'
import { LONGEST_KEPT_NAME, LONGEST_PREFIX, shortened, storedKey } from '../stored-key.ts'
import { decodeText } from '../text-file.ts'
import { decodeUtf8 } from '../utf8.ts'
import type { Encodings } from './json-file.ts'
import { LinePlaces, PlacedRemarks, syntaxFault } from './line-places.ts'

const MAX_LEVELS = 64

/** Under which names that are too long are kept, those of i18next and Vue as well. */
export const FAMILY = 'json'

/** The texts of a JSON file by their names; nested names are joined by dots, places in lists are numbers. */
export function* readJson(
  bytes: Uint8Array,
  options: ReadOptions,
  encodings: Encodings = 'utf-8',
): Generator<ReadPart, void, void> {
  const pieces = yield* piecesOf(bytes, encodings)
  const lines = new LinePlaces(pieces)
  const remarks = new PlacedRemarks(options.remark, lines)
  const flattened = new Flattened(remarks)
  const scanner = new JsonScanner(pieces.values(), flattened)
  try {
    while (scanner.advance()) {
      yield* withPauses(remarks.tell(), NOTHING)
      yield flattened.take()
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    yield* withPauses(remarks.tell(), NOTHING)
    throw yield* withPauses(syntaxFault(error, lines, scanner.position), NOTHING)
  }
  yield* withPauses(remarks.tell(), NOTHING)
  yield flattened.take()
}

const NOTHING: ReadPart = { entries: [], nodes: 0 }

/** All of it, before anything is read: what is not UTF-8 is refused for that, whatever else is wrong with it. */
function* piecesOf(bytes: Uint8Array, encodings: Encodings): Generator<ReadPart, string[], void> {
  try {
    const pieces: string[] = []
    for (const piece of encodings === 'all' && isUtf16(bytes) ? decoded(bytes) : decodeUtf8([bytes])) {
      pieces.push(piece)
      yield NOTHING
    }
    return pieces
  } catch (error) {
    if (error instanceof TypeError) throw new UnreadableFile('encoding', 'The file is not in UTF-8')
    throw error
  }
}

const isUtf16 = ([first, second]: Uint8Array) =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

function* decoded(bytes: Uint8Array): Generator<string, void, void> {
  const decoding = decodeText(bytes)
  let step = decoding.next()
  for (; !step.done; step = decoding.next()) yield ''
  yield step.value.text
}

const TWICE = 'The same name twice'

interface Level {
  /** Names that came before in this object; undefined in a list. */
  names: Set<string> | undefined
  /** What the names of this level begin with, or what is left of each of them when that alone is too long. */
  prefix: string
  isTooLong: boolean
  index: number
}

class Flattened implements JsonHandler {
  readonly #remarks: PlacedRemarks
  #entries: Entry[] = []
  #nodes = 0
  /** Every name that came before, as a whole. */
  readonly #keys = new Set<string>()
  readonly #levels: Level[] = []
  /** How many levels deeper than allowed: what is there is not looked at. */
  #beyond = 0
  #name = ''
  /** The name of the last error, where that was a name that came twice: it is told when the name comes, and not again. */
  #told: string | undefined

  constructor(remarks: PlacedRemarks) {
    this.#remarks = remarks
  }

  /** What came since the last time. */
  take(): ReadPart {
    const part = { entries: this.#entries, nodes: this.#nodes }
    this.#entries = []
    this.#nodes = 0
    return part
  }

  beginObject(from: number): void {
    this.#begin(new Set(), from)
  }

  beginArray(from: number): void {
    this.#begin(undefined, from)
  }

  #begin(names: Set<string> | undefined, from: number): void {
    this.#nodes++
    if (this.#beyond > 0 || this.#levels.length === MAX_LEVELS) {
      if (this.#beyond++ === 0)
        this.#tell('error', this.#path().key, ['too_deep', `Nested deeper than ${MAX_LEVELS} levels`], from)
      return
    }
    const { name } = this.#path()
    const isTooLong = this.#levels.at(-1)?.isTooLong === true || name.length > LONGEST_PREFIX
    const prefix = this.#levels.length === 0 ? '' : isTooLong ? shortened(name) : `${name}.`
    this.#levels.push({ names, prefix, isTooLong, index: 0 })
  }

  end(): void {
    if (this.#beyond > 0) this.#beyond--
    else this.#levels.pop()
  }

  name(name: string, from: number): void {
    if (this.#beyond > 0) return
    this.#name = name
    const level = this.#levels.at(-1)
    if (level?.names?.has(name)) this.#tell('error', nameIn(level, name).key, ['duplicate_key', TWICE], from)
    level?.names?.add(name)
  }

  scalar(type: 'string' | 'number' | 'boolean' | 'null', text: string, from: number): void {
    this.#nodes++
    if (this.#beyond > 0) return
    const { name, key } = this.#path()
    // In a list it stands for a place without a text.
    if (type === 'null' && this.#levels.at(-1)?.names === undefined && this.#levels.length > 0) return
    const known = this.#keys.size
    const isNew = this.#keys.add(key).size > known
    const isTwice = !isNew && this.#told !== key
    const fault: Fault | undefined =
      type === 'null'
        ? ['null_value', 'null is no text']
        : (faultOf(key, text) ?? (isTwice ? ['duplicate_key', TWICE] : undefined))
    if (fault) this.#tell('error', key, fault, from)
    else if (type !== 'string') this.#tell('warning', key, ['number_as_text', `A ${type} was taken as text`], from)
    // Where there is a fault, for its name alone: such a text may be megabytes.
    if (isNew) this.#entries.push(fault ? { key, value: '' } : this.#entry(name, key, text, from))
  }

  #entry(name: string, key: string, value: string, from: number): Entry {
    if (name === key) return { key, value }
    if (name.length <= LONGEST_KEPT_NAME) return { key, value, formatData: { [FAMILY]: { name } } }
    this.#tell('warning', key, ['format_data_too_large', 'The name is too long to be kept as a whole'], from)
    return { key, value }
  }

  #tell(severity: 'error' | 'warning', key: string, [code, message]: Fault, from: number): void {
    if (severity === 'error') this.#told = code === 'duplicate_key' ? key : undefined
    this.#remarks.add({ severity, code, message, ...(key === '' ? {} : { key: shownKey(key) }) }, from)
  }

  /** The name of the value that comes next, as a whole. */
  #path(): Named {
    const level = this.#levels.at(-1)
    return level ? nameIn(level, level.names ? this.#name : `${level.index++}`) : { name: '', key: '' }
  }
}

interface Named {
  name: string
  /** As it is stored. */
  key: string
}

/** Below a branch whose name is much too long, all have a name that shows it, and none of them can be stored. */
function nameIn({ prefix, isTooLong }: Level, name: string): Named {
  if (isTooLong) return { name: prefix, key: prefix }
  const whole = prefix + name
  return { name: whole, key: storedKey(whole) }
}
