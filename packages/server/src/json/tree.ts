import { type JsonHandler, JsonScanner } from '@parlance/formats'
import { inTurns } from '../turns.ts'

/** What JSON.parse would make of it, in turns. A SyntaxError where it is no JSON, a RangeError where it is too much. */
export async function readTree(text: string | Iterator<string, void, void>): Promise<unknown> {
  const tree = new JsonTree()
  const scanner = new JsonScanner(text, tree)
  await inTurns(() => scanner.advance())
  return tree.root
}

/** A tree costs a hundred times the brackets it is made of: fifty megabytes of them would end the process. */
const MAX_CONTAINERS = 1_000_000
/** Of one list. It is moved as a whole whenever it has outgrown its place: 17 million texts took 300 ms at a stretch. */
const MAX_ITEMS = 1_000_000

/**
 * Names that an object holds itself. What comes after them is held beside it, spread over many maps: what grows is made
 * anew as a whole, which takes 50 ms at 600,000 names; and names of objects go into a table of the engine, which grows too.
 */
const MANY_NAMES = 20_000
const PAGES = 256

interface Beside {
  names: string[][]
  pages: Map<string, unknown>[]
}

/** In the object itself: what only a WeakMap knows is looked through at once whenever memory is cleared. */
const BESIDE = Symbol('beside')
const besideOf = (object: object) => (object as { [BESIDE]?: Beside })[BESIDE]

/** All names of an object that was read here or anywhere, in their order. */
export function* namesOf(object: object): Generator<string, void, void> {
  yield* Object.keys(object)
  for (const list of besideOf(object)?.names ?? []) yield* list
}

export function memberOf<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  if (Object.hasOwn(object, name)) return object[name]
  return besideOf(object)?.pages[pageOf(name)]?.get(name) as T | undefined
}

/** Puts the members of these names into the object itself, where whoever knows the names looks for them. */
export function settle(object: Record<string, unknown>, names: Iterable<string>): void {
  if (!besideOf(object)) return
  for (const name of names) {
    const member = memberOf(object, name)
    if (member !== undefined) object[name] = member
  }
}

/** Of long names, both ends tell. */
function pageOf(name: string): number {
  let hash = name.length
  const skipped = name.length > 128 ? name.length - 128 : 0
  for (let at = 0; at < name.length; at++) {
    if (at === 64) at += skipped
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  }
  return (hash ^ (hash >>> 16)) & (PAGES - 1)
}

/** Builds what JSON.parse would, up to a number of objects and lists; a RangeError where there are more. */
export class JsonTree implements JsonHandler {
  root: unknown
  #containers = 0
  readonly #open: unknown[] = []
  #name = ''
  /** Of each open object or list, its own name and how many are in it. */
  readonly #names: string[] = []
  readonly #counts: number[] = []

  beginObject(): void {
    this.#begin({})
  }

  beginArray(): void {
    this.#begin([])
  }

  #begin(container: unknown): void {
    if (++this.#containers > MAX_CONTAINERS) throw new RangeError('More objects and lists than anybody needs')
    this.#add(container)
    this.#open.push(container)
    this.#names.push(this.#name)
    this.#counts.push(0)
  }

  end(): void {
    this.#open.pop()
    this.#counts.pop()
    this.#name = this.#names.pop() ?? ''
  }

  name(name: string): void {
    this.#name = name
  }

  scalar(type: 'string' | 'number' | 'boolean' | 'null', text: string): void {
    this.#add(type === 'string' ? text : JSON.parse(text))
  }

  #add(value: unknown): void {
    const container = this.#open.at(-1)
    if (container === undefined) this.root = value
    else if (Array.isArray(container)) this.#push(container, value)
    else this.#set(container as Record<string, unknown>, this.#name, value)
  }

  #push(list: unknown[], value: unknown): void {
    if (list.length === MAX_ITEMS) throw new RangeError('A longer list than anybody needs')
    list.push(value)
  }

  #set(object: Record<string, unknown>, name: string, value: unknown): void {
    const isNew = !Object.hasOwn(object, name)
    if (isNew && this.#isFull()) {
      setBeside(object, name, value)
      return
    }
    // An assignment would take it for something else.
    if (name === '__proto__')
      Object.defineProperty(object, '__proto__', { value, enumerable: true, configurable: true, writable: true })
    else object[name] = value
    if (isNew) this.#counts.push((this.#counts.pop() ?? 0) + 1)
  }

  #isFull(): boolean {
    return (this.#counts.at(-1) ?? 0) >= MANY_NAMES
  }
}

function setBeside(object: object, name: string, value: unknown): void {
  let found = besideOf(object)
  if (!found) {
    found = { names: [[]], pages: Array.from({ length: PAGES }, () => new Map()) }
    Object.defineProperty(object, BESIDE, { value: found })
  }
  const page = found.pages[pageOf(name)] as Map<string, unknown>
  if (!page.has(name)) {
    if (found.names.at(-1)?.length === MANY_NAMES) found.names.push([])
    found.names.at(-1)?.push(name)
  }
  page.set(name, value)
}
