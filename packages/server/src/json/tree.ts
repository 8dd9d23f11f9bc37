import { type JsonHandler, JsonScanner } from '@parlance/formats'
import { inTurns } from '../turns.ts'
import { setMember, WideMap } from './wide-map.ts'

/**
 * What JSON.parse would make of it, in turns; but an object of very many names is a WideMap. A SyntaxError where it is no
 * JSON, a RangeError where it is too much.
 */
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

type Container = Record<string, unknown> | WideMap<unknown> | unknown[]

/** An object or a list whose end has not come yet. */
interface Open {
  container: Container
  /** Its own name in what it stands in. */
  name: string
  /** Names of an object; a wide map counts no more. */
  count: number
}

/** Builds the tree, up to a number of objects and lists; a RangeError where there are more. */
export class JsonTree implements JsonHandler {
  root: unknown
  #containers = 0
  readonly #open: Open[] = []
  #name = ''

  beginObject(): void {
    this.#begin({})
  }

  beginArray(): void {
    this.#begin([])
  }

  #begin(container: Container): void {
    if (++this.#containers > MAX_CONTAINERS) throw new RangeError('More objects and lists than anybody needs')
    this.#add(container)
    this.#open.push({ container, name: this.#name, count: 0 })
  }

  end(): void {
    this.#name = this.#open.pop()?.name ?? ''
  }

  name(name: string): void {
    this.#name = name
  }

  scalar(type: 'string' | 'number' | 'boolean' | 'null', text: string): void {
    this.#add(type === 'string' ? text : JSON.parse(text))
  }

  #add(value: unknown): void {
    const open = this.#open.at(-1)
    if (open === undefined) this.root = value
    else if (Array.isArray(open.container)) push(open.container, value)
    else if (open.container instanceof WideMap) open.container.set(this.#name, value)
    else this.#set(open, open.container, value)
  }

  #set(open: Open, object: Record<string, unknown>, value: unknown): void {
    const isNew = !Object.hasOwn(object, this.#name)
    if (isNew && WideMap.isFull(open.count)) this.#widen(open, object).set(this.#name, value)
    else setMember(object, this.#name, value)
    if (isNew) open.count++
  }

  /** Puts a wide map in the place of an object that should grow no more. */
  #widen(open: Open, object: Record<string, unknown>): WideMap<unknown> {
    const map = new WideMap(object)
    open.container = map
    const around = this.#open.at(-2)?.container
    if (around === undefined) this.root = map
    else if (Array.isArray(around)) around[around.length - 1] = map
    else if (around instanceof WideMap) around.set(open.name, map)
    else setMember(around, open.name, map)
    return map
  }
}

function push(list: unknown[], value: unknown): void {
  if (list.length === MAX_ITEMS) throw new RangeError('A longer list than anybody needs')
  list.push(value)
}
