import { type JsonHandler, JsonScanner } from '../json-scanner.ts'

/** Catalogs begin with what tells them from any other JSON. */
const LOOKED_AT = 2 ** 16

/** Whether bytes are JSON with a source language and strings, at the top of it. */
export function isCatalog(bytes: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, LOOKED_AT))
  // Without the mark and, of UTF-16, the other half of each unit.
  const plain = text.replaceAll('\0', '').replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
  const top = new Top()
  const scanner = new JsonScanner(plain, top)
  try {
    while (!top.isCatalog && scanner.advance()) {}
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
    this.#depth++
    // What lies in a list is at the top of nothing.
    if (this.#depth === 1) this.#depth++
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
