import { compareCodePoints } from '../code-points.ts'
import type { Entry } from '../entry.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { JsonWriter } from '../json/json-writer.ts'
import { i18nextMembers } from './convert.ts'

export const writeI18next = (options: WriteOptions): Writer => new I18nextWriter(options)

interface Waiting {
  name: string
  value: string
  /** Of which it tells. Where it is another than the name, that was made for a plural and gives way to a key called so. */
  key: string
}

const REASONS = {
  unsayable: { code: 'value_not_convertible', message: 'i18next cannot say this, so it was left as an ICU message.' },
  invalid: { code: 'syntax_error', message: 'This is no valid ICU message, so it was left as it is.' },
} as const

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
      for (const [name, value] of this.#membersOf(entry)) this.#wait({ name, value, key: entry.key })
    }
    return text
  }

  end(): string[] {
    return [this.#release(undefined) + this.#json.end()]
  }

  /** What i18next cannot say stays as it is. */
  #membersOf(entry: Entry) {
    const said = i18nextMembers(entry, this.#options.locale)
    const { key, value } = entry
    if (typeof said === 'string') {
      this.#options.remark?.({ severity: 'warning', key, ...REASONS[said] })
      return [[key, value] as const]
    }
    if (said.dropped.length > 0) {
      const message = `Left out, because i18next has no form for these numbers: ${said.dropped.join(', ')}.`
      this.#options.remark?.({ severity: 'warning', code: 'branch_dropped', key, message })
    }
    return said.members
  }

  #wait(entry: Waiting): void {
    const at = this.#waiting.findIndex(({ name }) => compareCodePoints(name, entry.name) >= 0)
    const known = this.#waiting[at]
    if (!known) this.#waiting.push(entry)
    else if (known.name !== entry.name) this.#waiting.splice(at, 0, entry)
    else {
      const isOwn = entry.name === entry.key
      if (isOwn) this.#waiting[at] = entry
      this.#giveWay(isOwn ? known : entry, isOwn ? entry : known)
    }
  }

  #giveWay({ key, name }: Waiting, winner: Waiting): void {
    const message = `Its form "${name}" is left out: the text of the key "${winner.key}" stands there.`
    this.#options.remark?.({ severity: 'warning', code: 'key_not_representable', key, message })
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
