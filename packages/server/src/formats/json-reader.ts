import { limits } from '@parlance/contract/limits'
import { type JsonHandler, JsonScanner } from '@parlance/formats'

/** What is wrong, or was changed, at one name of a file. */
export interface Noticed {
  key: string
  message: string
}

export interface JsonTexts {
  entries: Map<string, string>
  errors: Noticed[]
  warnings: Noticed[]
}

const MAX_LEVELS = 64
/** A file that is wrong from top to bottom need not be told line by line. */
const MAX_NOTICED = 1_000

/** From when on reading further is no use: ten megabytes may hold five million names, or brackets and nothing else. */
export interface Room {
  keys: number
  /** Texts, objects and lists. */
  values: number
}

/** The texts of a JSON file by their names; nested names are joined by dots, places in lists are numbers. */
export class JsonReader {
  readonly #flattened = new Flattened()
  readonly #scanner: JsonScanner
  readonly #room: Room

  constructor(
    text: string | Iterator<string, void, void>,
    room: Room = { keys: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY },
  ) {
    this.#scanner = new JsonScanner(text, this.#flattened)
    this.#room = room
  }

  get texts(): JsonTexts {
    return this.#flattened
  }

  get values(): number {
    return this.#flattened.values
  }

  /** Reads on; false at the end, or some steps after the room is used up. A SyntaxError where the text is no JSON. */
  advance(): boolean {
    const { entries, values } = this.#flattened
    return entries.size <= this.#room.keys && values <= this.#room.values && this.#scanner.advance()
  }
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

class Flattened implements JsonHandler, JsonTexts {
  readonly entries = new Map<string, string>()
  readonly errors: Noticed[] = []
  readonly warnings: Noticed[] = []
  readonly #levels: Level[] = []
  /** How many levels deeper than allowed: what is there is not looked at. */
  #beyond = 0
  #name = ''
  values = 0

  beginObject(): void {
    this.#begin(new Set())
  }

  beginArray(): void {
    this.#begin(undefined)
  }

  #begin(names: Set<string> | undefined): void {
    this.values++
    if (this.#beyond > 0 || this.#levels.length === MAX_LEVELS) {
      if (this.#beyond++ === 0) notice(this.errors, this.#place(), `Nested deeper than ${MAX_LEVELS} levels`)
      return
    }
    const place = this.#place()
    const isTooLong = isLonger(place, limits.keyName)
    const prefix = this.#levels.length === 0 || isTooLong ? place : `${place}.`
    this.#levels.push({ names, prefix, isTooLong, index: 0 })
  }

  end(): void {
    if (this.#beyond > 0) this.#beyond--
    else this.#levels.pop()
  }

  name(name: string): void {
    if (this.#beyond > 0) return
    this.#name = name
    const level = this.#levels.at(-1)
    if (level?.names?.has(name)) notice(this.errors, nameIn(level, name), TWICE)
    level?.names?.add(name)
  }

  scalar(type: 'string' | 'number' | 'boolean' | 'null', text: string): void {
    this.values++
    if (this.#beyond > 0) return
    const key = this.#place()
    const isTwice = this.entries.has(key) && !this.#isTold(key)
    const fault = type === 'null' ? 'null is no text' : (faultOf(key, text) ?? (isTwice ? TWICE : undefined))
    if (fault) notice(this.errors, key, fault)
    else if (type !== 'string') notice(this.warnings, key, `A ${type} was taken as text`)
    // Kept for its name alone: such a text may be megabytes.
    this.entries.set(key, fault ? '' : text)
  }

  /** The name came twice in its own object, and that was told when it came. */
  #isTold(key: string): boolean {
    const last = this.errors.at(-1)
    return last?.message === TWICE && last.key === shown(key)
  }

  /** The name of the value that comes next, as a whole. */
  #place(): string {
    const level = this.#levels.at(-1)
    return level ? nameIn(level, level.names ? this.#name : `${level.index++}`) : ''
  }
}

/**
 * Of a name that is too long, as much as shows that it is: a branch with a name of megabytes would otherwise bring them
 * along with each of its texts.
 */
function nameIn({ prefix, isTooLong }: Level, name: string): string {
  if (isTooLong) return prefix
  const whole = prefix + name
  return isLonger(whole, limits.keyName) ? `${whole.slice(0, endOf(whole, limits.keyName))}…` : whole
}

function notice(list: Noticed[], key: string, message: string): void {
  if (list.length < MAX_NOTICED) list.push({ key: shown(key), message })
  else if (list.length === MAX_NOTICED) list.push({ key: '', message: 'There are more' })
}

/** A name as it can be stored and sent, whatever is wrong with it. */
const shown = (key: string) => key.toWellFormed().replaceAll('\0', '\ufffd')

function faultOf(key: string, text: string): string | undefined {
  if (key === '') return 'A name has at least one character'
  if (isLonger(key, limits.keyName)) return `A name has at most ${limits.keyName} characters`
  if (isLonger(text, limits.value)) return `A text has at most ${limits.value} characters`
  if (!isStorable(key) || !isStorable(text)) return 'U+0000 and lone surrogates cannot be stored'
  return undefined
}

/** In code points, of at most two units each: most texts are short enough by any count, others too long by any. */
const isLonger = (text: string, limit: number) =>
  text.length > limit && (text.length > 2 * limit || endOf(text, limit) < text.length)

/** Where that many code points end. */
function endOf(text: string, limit: number): number {
  let at = 0
  for (let count = 0; count < limit && at < text.length; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return at
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')
