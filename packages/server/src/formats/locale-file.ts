import { compareCodePoints } from '@parlance/formats'
import { i18nextEntries } from './i18next.ts'
import { type JsonShape, JsonWriter } from './json-writer.ts'

export interface LocaleFileOptions extends JsonShape {
  locale: string
  format: 'json' | 'i18next-v4'
}

export interface LocaleFileRow {
  key: string
  value: string
  isPlural: boolean
}

interface Waiting {
  name: string
  value: string
  /** Made from a plural: it gives way to a key that is called so. */
  isMade: boolean
}

/**
 * The file of one locale and namespace, from its rows sorted by key in code points. The same rows give the same text.
 * Each call returns what can be sent so far.
 */
export class LocaleFile {
  readonly #options: LocaleFileOptions
  readonly #json: JsonWriter
  /** `a` makes `a_one` and `a_other`, which wait here, sorted, for their place among the keys. */
  #waiting: Waiting[] = []

  constructor(options: LocaleFileOptions) {
    this.#options = options
    this.#json = new JsonWriter(options)
  }

  row({ key, value, isPlural }: LocaleFileRow): string {
    if (this.#options.format === 'json') return this.#json.entry(key, value)
    const text = this.#release(key)
    for (const [name, converted] of i18nextEntries(key, value, isPlural, this.#options.locale))
      this.#wait({ name, value: converted, isMade: name !== key })
    return text
  }

  end(): string {
    return this.#release(undefined) + this.#json.end()
  }

  #wait(entry: Waiting): void {
    const at = this.#waiting.findIndex(({ name }) => compareCodePoints(name, entry.name) >= 0)
    if (at < 0) this.#waiting.push(entry)
    else if (this.#waiting[at]?.name !== entry.name) this.#waiting.splice(at, 0, entry)
    else if (!entry.isMade) this.#waiting[at] = entry
  }

  /** What comes before the key. */
  #release(key: string | undefined): string {
    let text = ''
    let count = 0
    for (const { name, value } of this.#waiting) {
      if (key !== undefined && compareCodePoints(name, key) >= 0) break
      text += this.#json.entry(name, value)
      count++
    }
    this.#waiting.splice(0, count)
    return text
  }
}

/** The whole file at once, for files that are known to be small. */
export function localeFile(rows: Iterable<LocaleFileRow>, options: LocaleFileOptions): string {
  const file = new LocaleFile(options)
  let text = ''
  for (const row of rows) text += file.row(row)
  return text + file.end()
}
