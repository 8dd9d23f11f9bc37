import type { Entry } from '../entry.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { type JsonStyle, memberText } from '../json/json-style.ts'
import { keyMember } from './key-value.ts'

/** As Xcode writes. It puts no line break at the end. */
const XCODE: JsonStyle = { lineEnd: '\n', indent: '  ', colon: ' : ', quote: (text) => JSON.stringify(text) }
export const XCODE_STYLE: Omit<JsonStyle, 'quote'> = XCODE

const VERSION = '1.0'

export const writeXcstrings = (options: WriteOptions): Writer => new CatalogWriter(options)

class CatalogWriter implements Writer {
  readonly #options: WriteOptions
  readonly #sourceLanguage: string
  /** Of one key, in some of its languages. */
  #waiting: Entry[] = []
  #hasKeys = false
  #isStarted = false

  constructor(options: WriteOptions) {
    this.#options = options
    this.#sourceLanguage = options.sourceLocale ?? options.locale
  }

  add(entries: readonly Entry[]): string {
    let text = this.#head()
    for (const entry of entries) {
      if (this.#waiting[0]?.key !== entry.key) text += this.#key()
      this.#waiting.push(entry)
    }
    return text
  }

  end(): string[] {
    const text = this.#head() + this.#key()
    return [`${text}${this.#hasKeys ? '' : '\n'}\n  },\n  "version" : "${VERSION}"\n}`]
  }

  #head(): string {
    if (this.#isStarted) return ''
    this.#isStarted = true
    return `{\n  "sourceLanguage" : ${JSON.stringify(this.#sourceLanguage)},\n  "strings" : {`
  }

  /** All of a key, once all of it has come. */
  #key(): string {
    const entries = this.#waiting
    if (entries.length === 0) return ''
    this.#waiting = []
    const { locale, remark } = this.#options
    const about = { locale, sourceLanguage: this.#sourceLanguage, ...(remark ? { remark } : {}) }
    const [name, value] = keyMember(entries, about)
    const separator = this.#hasKeys ? ',' : ''
    this.#hasKeys = true
    return `${separator}\n    ${memberText(name, value, XCODE, '    ')}`
  }
}
