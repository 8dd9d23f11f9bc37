import { Lines } from '../lines.ts'
import { UnreadableFile } from '../remark.ts'
import { beginningOf } from '../text-file.ts'
import { BlockReader } from '../yaml/block-reader.ts'
import type { YamlHandler } from '../yaml/yaml-handler.ts'
import { isLocaleName } from './rails-locale.ts'

/** Longer files hold what stands at their beginning, and what begins a line. */
const LOOKED_AT = 2 ** 16
const LOOKED_FOR_LINES = 2 ** 20
const LINE_FEED = 10
/** What may begin a line without being a name: white space, comments, markers, brackets. */
const NO_NAMES = new Set(['\n', '\r', '\t', ' ', '#', '-', '.', '}', ']'].map((sign) => sign.charCodeAt(0)))

/** Whether a file has one name at its top, that of a locale, and maps below it. */
export function sniffRails(bytes: Uint8Array): boolean {
  const names = new TopNames()
  const text = beginningOf(bytes, LOOKED_AT).replace(/^\ufeff/, '')
  try {
    for (const _ of new BlockReader(text, names, new Lines(text)).read());
  } catch (error) {
    // It may be cut off, and what is wrong with it is found when it is read.
    if (!(error instanceof UnreadableFile)) throw error
  }
  return names.areOfOneLocale && !hasNameBehind(bytes, LOOKED_AT)
}

function hasNameBehind(bytes: Uint8Array, from: number): boolean {
  const end = Math.min(bytes.length, LOOKED_FOR_LINES)
  for (let at = bytes.indexOf(LINE_FEED, from - 1); at >= 0 && at + 1 < end; at = bytes.indexOf(LINE_FEED, at + 1)) {
    const sign = bytes[at + 1] ?? 0
    if (sign > 0 && !NO_NAMES.has(sign)) return true
  }
  return false
}

class TopNames implements YamlHandler {
  #depth = 0
  #count = 0
  #isLocale = false
  #hasMap = false

  get areOfOneLocale(): boolean {
    return this.#count === 1 && this.#isLocale && this.#hasMap
  }

  open(kind: 'map' | 'list'): void {
    if (this.#depth === 1) this.#hasMap = kind === 'map'
    this.#depth++
  }

  close(): void {
    this.#depth--
  }

  name({ text }: { text: string }): void {
    if (this.#depth !== 1) return
    this.#count++
    this.#isLocale = isLocaleName(text)
  }

  aliasName(): void {
    this.#other()
  }

  complexName(): void {
    this.#other()
  }

  #other(): void {
    if (this.#depth === 1) this.#count = 2
  }

  item(): void {}
  scalar(): void {}
  alias(): void {}
  memberEnd(): void {}
}
