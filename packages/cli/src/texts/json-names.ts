import { type JsonHandler, JsonScanner } from '@parlance/formats'

/** Where each name of a JSON text stands first, by the names that lead to it joined by dots; places in lists are numbers. */
export function jsonNames(text: string): ReadonlyMap<string, number> {
  const names = new Names()
  const scanner = new JsonScanner(text, names)
  try {
    while (scanner.advance());
  } catch (error) {
    // What comes behind the fault has no names.
    if (!(error instanceof SyntaxError)) throw error
  }
  return names.places
}

class Names implements JsonHandler {
  readonly places = new Map<string, number>()
  readonly #open: { prefix: string; index: number | undefined }[] = []
  #name = ''

  beginObject(from: number): void {
    this.#begin(from, undefined)
  }

  beginArray(from: number): void {
    this.#begin(from, 0)
  }

  end(): void {
    this.#open.pop()
  }

  name(name: string, from: number): void {
    this.#name = `${this.#open.at(-1)?.prefix ?? ''}${name}`
    if (!this.places.has(this.#name)) this.places.set(this.#name, from)
  }

  scalar(_type: string, _text: string, from: number): void {
    this.#next(from)
  }

  #begin(from: number, index: number | undefined): void {
    const isWhole = this.#open.length === 0
    const path = this.#next(from)
    this.#open.push({ prefix: isWhole ? '' : `${path}.`, index })
  }

  /** The name of the value that comes next; only in a list it has none of its own. */
  #next(from: number): string {
    const level = this.#open.at(-1)
    if (level?.index === undefined) return this.#name
    const path = `${level.prefix}${level.index++}`
    if (!this.places.has(path)) this.places.set(path, from)
    return path
  }
}
