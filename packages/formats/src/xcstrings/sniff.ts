import { type JsonHandler, JsonScanner } from '../json-scanner.ts'
import { encodingOf } from '../text-file.ts'

/** Xcode writes first what tells a catalog from any other JSON; others may write it behind all strings of a small one. */
const LOOKED_AT = 2 ** 20

/** Whether bytes are JSON with a source language and strings, at the top of it. */
export function isCatalog(bytes: Uint8Array): boolean {
  const [encoding] = encodingOf(bytes)
  const top = new Top()
  const scanner = new JsonScanner(new TextDecoder(encoding).decode(bytes.subarray(0, LOOKED_AT)), top)
  try {
    while (!top.isCatalog && scanner.advance(100));
  } catch (error) {
    // It is cut off where we looked no further.
    if (!(error instanceof SyntaxError)) throw error
  }
  return top.isCatalog
}

class Top implements JsonHandler {
  #depth = 0
  #name = ''
  #hasLanguage = false
  #hasStrings = false

  get isCatalog(): boolean {
    return this.#hasLanguage && this.#hasStrings
  }

  beginObject(): void {
    if (this.#depth++ === 1 && this.#name === 'strings') this.#hasStrings = true
  }

  beginArray(): void {
    // What lies in a list is at the top of nothing.
    this.#depth += this.#depth === 0 ? 2 : 1
  }

  end(): void {
    this.#depth--
  }

  name(name: string): void {
    if (this.#depth === 1) this.#name = name
  }

  scalar(type: 'string' | 'number' | 'boolean' | 'null'): void {
    if (this.#depth === 1 && this.#name === 'sourceLanguage' && type === 'string') this.#hasLanguage = true
  }
}
