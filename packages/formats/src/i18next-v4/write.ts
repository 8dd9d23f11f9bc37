import { compareCodePoints } from '../code-points.ts'
import type { Entry } from '../entry.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { JsonWriter } from '../json/json-writer.ts'
import { i18nextMembers } from './convert.ts'

export const writeI18next = (options: WriteOptions): Writer => new I18nextWriter(options)

interface Waiting {
  name: string
  value: string
  /** Made from a plural: it gives way to a key that is called so. */
  isMade: boolean
}

class I18nextWriter implements Writer {
  readonly #options: WriteOptions
  readonly #json: JsonWriter
  /** `a` makes `a_one` and `a_other`, which wait here, sorted, for their place among the keys. */
  #waiting: Waiting[] = []

  constructor(options: WriteOptions) {
    this.#options = options
    this.#json = new JsonWriter(options)
  }

  add(entries: readonly Entry[]): string {
    let text = ''
    for (const entry of entries) {
      text += this.#release(entry.key)
      for (const [name, value] of this.#membersOf(entry)) this.#wait({ name, value, isMade: name !== entry.key })
    }
    return text
  }

  end(): string[] {
    return [this.#release(undefined) + this.#json.end()]
  }

  /** What i18next cannot say stays as it is. */
  #membersOf(entry: Entry) {
    const members = i18nextMembers(entry, this.#options.locale)
    if (members) return members
    const { key, value } = entry
    const message = 'i18next has no way to say this, so it was left as it is'
    this.#options.remark?.({ severity: 'warning', code: 'value_not_convertible', key, message })
    return [[key, value] as const]
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
