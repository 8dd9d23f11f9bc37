import { type JsonStyle, type NewValue, spelled } from './json-style.ts'

export interface JsonShape {
  structure: 'flat' | 'nested'
  style: 'pretty' | 'minified'
}

/** Readers refuse deeper ones, ours included; what lies deeper keeps its dots. */
const MAX_LEVELS = 64

const PRETTY: JsonStyle = { lineEnd: '\n', indent: '  ', colon: ': ', quote: (text) => JSON.stringify(text) }
const MINIFIED: JsonStyle = { ...PRETTY, indent: undefined, colon: ':' }

interface Leaf {
  name: string
  /** How much of the name is said by the objects around it. */
  prefixLength: number
}

/**
 * Writes an object of texts. Entries come sorted by code point, each name once, and leave at once: a file of any size
 * takes no more memory than one entry.
 *
 * A nested file splits names at the dot. All names that begin with `a.` follow one another, so an object never needs to
 * be opened twice. Where `a` is a text itself, what begins with `a.` stays flat beside it.
 */
export class JsonWriter {
  readonly #shape: JsonShape
  /** The names of the open objects, without the outermost. */
  #open: string[] = []
  /** Texts whose names the current name begins with, the shortest first: only these can stand in its way. */
  #leaves: Leaf[] = []
  #isStarted = false
  /** Nothing was written yet into the innermost object. */
  #isFirst = true

  constructor(shape: JsonShape) {
    this.#shape = shape
  }

  /** A value that is no text stays whole, whatever names there are in it. */
  entry(name: string, value: NewValue): string {
    if (this.#shape.structure === 'flat') return this.#start() + this.#member(name, value)
    const prefixLength = this.#prefixLength(name)
    this.#leaves.push({ name, prefixLength })
    const path = prefixLength === 0 ? [] : name.slice(0, prefixLength - 1).split('.')
    return this.#start() + this.#move(path) + this.#member(name.slice(prefixLength), value)
  }

  /** A name that does not come in the order of names: it stands at the top, and nothing comes behind it. */
  atTop(name: string, value: NewValue): string {
    return this.#start() + this.#move([]) + this.#member(name, value)
  }

  end(): string {
    const text = this.#start() + this.#move([])
    return this.#isFirst ? `${text}}` : `${text}${this.#line(0)}}`
  }

  #start(): string {
    if (this.#isStarted) return ''
    this.#isStarted = true
    return '{'
  }

  #prefixLength(name: string): number {
    while (this.#leaves.length > 0 && !name.startsWith(this.#leaves.at(-1)?.name ?? '')) this.#leaves.pop()
    const inTheWay = this.#leaves.find((leaf) => name[leaf.name.length] === '.')
    if (inTheWay) return inTheWay.prefixLength
    let length = 0
    for (let level = 1; level < MAX_LEVELS; level++) {
      const dot = name.indexOf('.', length)
      if (dot < 0) break
      length = dot + 1
    }
    return length
  }

  /** Closes and opens objects until `path` is open. */
  #move(path: string[]): string {
    let common = 0
    while (common < path.length && common < this.#open.length && path[common] === this.#open[common]) common++
    let text = ''
    while (this.#open.length > common) {
      this.#open.pop()
      text += `${this.#line(this.#open.length + 1)}}`
      this.#isFirst = false
    }
    for (const name of path.slice(common)) {
      text += `${this.#name(name)}{`
      this.#open.push(name)
      this.#isFirst = true
    }
    return text
  }

  #member(name: string, value: NewValue): string {
    const text = this.#name(name) + (typeof value === 'string' ? JSON.stringify(value) : this.#spelled(value))
    this.#isFirst = false
    return text
  }

  #name(name: string): string {
    const separator = this.#isFirst ? '' : ','
    const colon = this.#shape.style === 'pretty' ? ': ' : ':'
    return `${separator}${this.#line(this.#open.length + 1)}${JSON.stringify(name)}${colon}`
  }

  #spelled(value: NewValue): string {
    if (this.#shape.style === 'minified') return spelled(value, MINIFIED, undefined)
    return spelled(value, PRETTY, '  '.repeat(this.#open.length + 1))
  }

  #line(level: number): string {
    return this.#shape.style === 'pretty' ? `\n${'  '.repeat(level)}` : ''
  }
}
