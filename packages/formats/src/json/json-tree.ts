import { type JsonHandler, JsonScanner } from '../json-scanner.ts'
import { UnreadableFile } from '../remark.ts'
import { withPauses } from '../steps.ts'
import { LinePlaces, syntaxFault } from './line-places.ts'

/** A value of a JSON file and where it stands. */
export interface JsonNode {
  /** In a list, its place. */
  name: string
  /** Where its name begins; in a list, itself. */
  start: number
  nameTo: number
  from: number
  to: number
  type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'
  /** Of a text without its quotation marks and escapes, of a number as it is spelled. */
  text: string
  /** Undefined where there cannot be any, and where they lie deeper than anybody looks. */
  members: JsonNode[] | undefined
  parent: JsonNode | undefined
  /** Something before it has the same name in the same object. */
  isTwice: boolean
}

export const MAX_LEVELS = 64

export const isScalar = ({ type }: Pick<JsonNode, 'type'>) => type !== 'object' && type !== 'array'

/** The values of a text, in steps of few milliseconds, each of which tells how many values it looked at. */
export function* readTree(text: string): Generator<number, JsonNode, void> {
  const tree = new Tree()
  const scanner = new JsonScanner(text, tree)
  try {
    while (scanner.advance()) yield tree.takeCount()
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw yield* withPauses(syntaxFault(error, new LinePlaces([text]), scanner.position), 0)
  }
  if (!tree.root) throw new UnreadableFile('syntax_error', 'The text ends too early')
  yield tree.takeCount()
  return tree.root
}

class Tree implements JsonHandler {
  root: JsonNode | undefined
  #count = 0
  /** The innermost open object or list, unless that lies too deep. */
  #inside: JsonNode | undefined
  /** The names of each open object so far. */
  readonly #names: Set<string>[] = []
  #beyond = 0
  #name = { name: '', start: 0, to: 0 }

  takeCount(): number {
    const count = this.#count
    this.#count = 0
    return count
  }

  beginObject(from: number): void {
    this.#begin('object', from)
  }

  beginArray(from: number): void {
    this.#begin('array', from)
  }

  #begin(type: 'object' | 'array', from: number): void {
    this.#count++
    if (this.#beyond > 0) {
      this.#beyond++
      return
    }
    const node = this.#add(type, '', from, from)
    if (this.#names.length === MAX_LEVELS) {
      this.#beyond = 1
      node.members = undefined
      this.#inside = node
      return
    }
    this.#inside = node
    this.#names.push(new Set())
  }

  end(to: number): void {
    if (this.#beyond > 1) {
      this.#beyond--
      return
    }
    if (this.#beyond === 0) this.#names.pop()
    this.#beyond = 0
    if (!this.#inside) return
    this.#inside.to = to
    this.#inside = this.#inside.parent
  }

  name(name: string, start: number, to: number): void {
    if (this.#beyond === 0) this.#name = { name, start, to }
  }

  scalar(type: 'string' | 'number' | 'boolean' | 'null', text: string, from: number, to: number): void {
    this.#count++
    if (this.#beyond === 0) this.#add(type, text, from, to)
  }

  #add(type: JsonNode['type'], text: string, from: number, to: number): JsonNode {
    const parent = this.#inside
    const members = type === 'object' || type === 'array' ? [] : undefined
    const node: JsonNode = {
      name: '',
      start: from,
      nameTo: from,
      from,
      to,
      type,
      text,
      members,
      parent,
      isTwice: false,
    }
    if (!parent) this.root = node
    else if (parent.type === 'array') node.name = `${parent.members?.length ?? 0}`
    else this.#call(node)
    parent?.members?.push(node)
    return node
  }

  #call(node: JsonNode): void {
    const { name, start, to } = this.#name
    node.name = name
    node.start = start
    node.nameTo = to
    const names = this.#names.at(-1)
    node.isTwice = names?.has(name) ?? false
    names?.add(name)
  }
}
