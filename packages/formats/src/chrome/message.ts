import type { Entry } from '../entry.ts'
import type { WriteOptions } from '../format.ts'
import type { NewMember } from '../json/json-draft.ts'
import type { JsonNode } from '../json/json-tree.ts'
import { aboutEntry } from '../json/told-data.ts'
import type { Tell } from '../json/told-entries.ts'
import { type ToldText, textMember, toldText } from '../json/told-text.ts'
import { inTurns } from '../steps.ts'
import { nameOfKey } from '../stored-key.ts'
import { tellPlural } from '../unconverted-plurals.ts'

export const FAMILY = 'chrome'
const TEXT = 'message'

/** The messages of a file; what is none is told. */
export function* messagesIn(root: JsonNode, tell: Tell): Generator<ToldText | undefined, void, void> {
  for (const member of inTurns(root.members ?? [])) {
    const node = member && textMember(member, TEXT)
    if (!member) yield undefined
    else if (node) yield toldText(member.name, node, member)
    else tell('warning', member.name, ['unsupported_entry', 'An object with a message was expected'], member.start)
  }
}

const NAME = /^(?!@@)[A-Za-z\d_@]+$/

/** Makes messages of entries. Names that differ in nothing but their case are one name to Chrome. */
export class Messages {
  readonly #options: WriteOptions
  readonly #taken = new Set<string>()

  constructor(options: WriteOptions) {
    this.#options = options
  }

  take(name: string): void {
    this.#taken.add(name.toLowerCase())
  }

  /** Undefined where Chrome cannot hold the name. */
  memberOf(entry: Entry): NewMember | undefined {
    const { key, value, formatData } = entry
    const name = nameOfKey(key, formatData, FAMILY)
    const fault = this.#faultOf(name)
    if (fault) {
      this.#options.remark?.({ severity: 'warning', code: 'key_not_representable', key, message: fault })
      return undefined
    }
    this.take(name)
    this.tellPlural(entry)
    return [name, Object.fromEntries([[TEXT, value], ...aboutEntry(entry, FAMILY, TEXT)])]
  }

  tellPlural(entry: Entry): void {
    tellPlural(entry, 'Chrome', this.#options)
  }

  #faultOf(name: string): string | undefined {
    if (!NAME.test(name)) return 'Left out: names are letters, digits, _ and @, and do not begin with @@.'
    if (this.#taken.has(name.toLowerCase())) return 'Left out: the file has the same name in other letters of case.'
    return undefined
  }
}
