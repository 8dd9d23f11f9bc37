import { compareCodePoints } from '../code-points.ts'
import type { Entry } from '../entry.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { type NameWriter, nameWriter } from '../json/listing-writer.ts'
import { FAMILY } from '../json/read.ts'
import { nameOfKey } from '../stored-key.ts'
import type { Member } from './convert.ts'
import { type MembersOf, tellWayGiven, toldMembers } from './members.ts'

export const writeI18next = (options: WriteOptions): Writer => new SuffixWriter(options, toldMembers)

interface Waiting {
  name: string
  value: string
  /** Of which it tells. Where it is another than the name, that was made for a plural and gives way to a key called so. */
  key: string
}

/** Writes keys that may have several names each. */
export class SuffixWriter implements Writer {
  readonly #options: WriteOptions
  readonly #membersOf: MembersOf
  readonly #json: NameWriter
  /** `a` makes `a_one` and `a_other`, which wait here, sorted, for their place among the keys. */
  #waiting: Waiting[] = []
  /** Names that were too long to be stored do not come in their order. */
  readonly #late: Member[] = []

  constructor(options: WriteOptions, membersOf: MembersOf) {
    this.#options = options
    this.#membersOf = membersOf
    this.#json = nameWriter(options)
  }

  add(entries: readonly Entry[]): string {
    let text = ''
    for (const entry of entries) {
      const key = nameOfKey(entry.key, entry.formatData, FAMILY)
      if (key !== entry.key) {
        this.#late.push(...this.#membersOf({ ...entry, key }, this.#options))
        continue
      }
      text += this.#release(key)
      for (const [name, value] of this.#membersOf(entry, this.#options)) this.#wait({ name, value, key })
    }
    return text
  }

  end(): string[] {
    const waiting = this.#release(undefined)
    return [waiting + this.#late.map(([name, value]) => this.#json.atTop(name, value)).join('') + this.#json.end()]
  }

  #wait(entry: Waiting): void {
    const at = this.#waiting.findIndex(({ name }) => compareCodePoints(name, entry.name) >= 0)
    const known = this.#waiting[at]
    if (!known) this.#waiting.push(entry)
    else if (known.name !== entry.name) this.#waiting.splice(at, 0, entry)
    else {
      const isOwn = entry.name === entry.key
      if (isOwn) this.#waiting[at] = entry
      const [loser, winner] = isOwn ? [known, entry] : [entry, known]
      tellWayGiven(loser.key, entry.name, winner.key, this.#options)
    }
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
