import { type JsonHandler, JsonScanner } from '../json-scanner.ts'
import { encodingOf } from '../text-file.ts'

/** Nobody has so many messages that the first of them do not tell. */
const LOOKED_AT = 2 ** 20

/** Whether all that a file holds are objects with a text called `message`, as far as it can be read. */
export function looksLikeMessages(bytes: Uint8Array): boolean {
  const look = new Look()
  const [encoding] = encodingOf(bytes)
  const scanner = new JsonScanner(new TextDecoder(encoding).decode(bytes.subarray(0, LOOKED_AT)), look)
  try {
    while (!look.isOther && scanner.advance(100));
  } catch (error) {
    // It is cut off, or broken: what came before tells what it was meant to be.
    if (!(error instanceof SyntaxError)) throw error
  }
  return look.hasMessages && !look.isOther
}

class Look implements JsonHandler {
  hasMessages = false
  isOther = false
  #depth = 0
  #name = ''
  #isMessage = false

  beginObject(): void {
    if (this.#depth === 1) this.#isMessage = false
    this.#depth++
  }

  beginArray(): void {
    if (this.#depth < 2) this.isOther = true
    this.#depth++
  }

  end(): void {
    this.#depth--
    if (this.#depth !== 1) return
    if (this.#isMessage) this.hasMessages = true
    else this.isOther = true
  }

  name(name: string): void {
    this.#name = name
  }

  scalar(type: 'string' | 'number' | 'boolean' | 'null'): void {
    if (this.#depth < 2) this.isOther = true
    if (this.#depth === 2 && type === 'string' && this.#name === 'message') this.#isMessage = true
  }
}
