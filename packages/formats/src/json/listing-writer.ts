import type { WriteOptions } from '../format.ts'
import type { NewValue } from './json-style.ts'
import { MAX_LEVELS } from './json-tree.ts'
import { JsonWriter } from './json-writer.ts'
import { isList, listed, type Tree } from './listed.ts'

/** Takes names in their order and gives what of the file is ready. */
export interface NameWriter {
  entry(name: string, value: NewValue): string
  /** Behind all others. */
  atTop(name: string, value: NewValue): string
  end(): string
}

export const nameWriter = (options: WriteOptions): NameWriter =>
  options.options?.['arrays'] === 'lists' ? new ListingWriter(options) : new JsonWriter(options)

type Branch = Map<string, Tree<NewValue>>

const INDEX = /^(?:0|[1-9]\d*)(?:\.|$)/

/** Writes names that count from 0 as lists. What may be one waits until all of it has come. */
class ListingWriter implements NameWriter {
  readonly #json: JsonWriter
  /** All below one name, which may be a list. */
  #waiting: [name: string, value: NewValue][] = []
  /** What all that waits begins with; empty where nothing waits. */
  #prefix = ''
  /** Of the last name, the beginnings that are objects, and those that are texts with a dot behind. */
  #others: string[] = []

  constructor(options: WriteOptions) {
    this.#json = new JsonWriter(options)
  }

  entry(name: string, value: NewValue): string {
    this.#others = this.#others.filter((other) => name.startsWith(other) || `${name}.` === other)
    const isInside = this.#prefix !== '' && name.startsWith(this.#prefix)
    const isCounted = isInside && INDEX.test(name.slice(this.#prefix.length))
    if (isInside && !isCounted) this.#others.push(this.#prefix)
    const ready = isCounted ? '' : this.#release()
    if (!isCounted) this.#prefix = this.#look(name)
    this.#others.push(`${name}.`)
    if (this.#prefix === '') return ready + this.#json.entry(name, value)
    this.#waiting.push([name, value])
    return ready
  }

  atTop(name: string, value: NewValue): string {
    return this.#release() + this.#json.atTop(name, value)
  }

  end(): string {
    return this.#release() + this.#json.end()
  }

  /** The shortest beginning of a name that may be a list. What goes on otherwise is noted. */
  #look(name: string): string {
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      const prefix = name.slice(0, dot + 1)
      const isOther = this.#others.includes(prefix)
      if (!isOther && INDEX.test(name.slice(dot + 1))) return prefix
      if (!isOther) this.#others.push(prefix)
    }
    return ''
  }

  #release(): string {
    const prefix = this.#prefix
    const branch: Branch = new Map()
    const levels = MAX_LEVELS - prefix.split('.').length
    for (const [name, value] of this.#waiting) put(branch, name.slice(prefix.length), value, levels)
    this.#waiting = []
    this.#prefix = ''
    let text = ''
    const isWhole = !this.#others.includes(prefix)
    for (const [name, value] of isWhole ? valuesIn(branch, prefix) : valuesBelow(branch, prefix))
      text += this.#json.entry(name, value)
    return text
  }
}

function put(branch: Branch, name: string, value: NewValue, levels: number): void {
  const dot = name.indexOf('.')
  const there = dot < 0 ? undefined : (branch.get(name.slice(0, dot)) ?? new Map())
  if (!(there instanceof Map) || levels <= 1) {
    branch.set(name, value)
    return
  }
  branch.set(name.slice(0, dot), there)
  put(there, name.slice(dot + 1), value, levels - 1)
}

/** A list as one value, anything else by its names. */
function* valuesIn(branch: Branch, prefix: string): Generator<[name: string, value: NewValue], void, void> {
  if (isList(branch)) yield [prefix.slice(0, -1), listed(branch)]
  else yield* valuesBelow(branch, prefix)
}

function* valuesBelow(branch: Branch, prefix: string): Generator<[name: string, value: NewValue], void, void> {
  for (const [name, value] of branch) {
    if (value instanceof Map) yield* valuesIn(value, `${prefix}${name}.`)
    else yield [prefix + name, value]
  }
}
